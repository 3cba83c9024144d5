// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPAuth
import Platform
import TestThreads
import Testing

@testable import Kerberos

/// A realm for tests, and the programs of MIT Kerberos.
enum RealmFixture {
  static let alice = KerberosPrincipal.person("alice")
  static let bob = KerberosPrincipal.person("bob")
  static let service = KerberosPrincipal.web("127.0.0.1")

  static func realm() throws -> KerberosRealm {
    try KerberosRealm(
      people: ["alice", "bob"],
      services: [
        .init(host: "127.0.0.1"), .init(host: "trusted.test", isOKAsDelegate: true),
        .init(host: "one.test"),
      ])
  }

  /// `true` if krb5-kdc and krb5-user are installed.
  static let hasPrograms = ["krb5kdc", "kdb5_util", "kinit", "kvno"].allSatisfy { program in
    path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  static let hasLibrary = (try? GSSLibrary.loaded.get()) != nil

  private static let path =
    (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/bin:/usr/sbin:/sbin"

  /// Runs a program as a client in a realm. With `isTraced`, the output also shows what it sends.
  static func run(
    _ words: [String], in realm: KerberosRealm, tickets: String, isTraced: Bool = false
  ) throws -> (status: Int32, output: String) {
    var environment = [
      "PATH": path, "LANG": "C", "KRB5_CONFIG": realm.configuration,
      "KRB5CCNAME": "FILE:" + realm.ticketFile(tickets),
    ]
    if isTraced { environment["KRB5_TRACE"] = "/dev/stderr" }
    // One output for both, as on a terminal.
    let run = try ProgramOutput(
      of: "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1"] + words, environment: environment)
    return (run.status, run.output)
  }

  /// Keeps a ticket of a person in a file, and returns its path.
  static func keep(
    _ description: TicketDescription, in realm: KerberosRealm, as name: String = "one",
    clockOffset: Int32 = 0
  ) throws -> String {
    var cache = TicketCache(person: description.client, tickets: [try realm.ticket(description)])
    cache.clockOffset = clockOffset
    try realm.keep(cache, as: name)
    return realm.ticketFile(name)
  }

  /// A ticket as it should be.
  static var right: TicketDescription { TicketDescription(client: alice, service: service) }

  /// The first token of a client.
  static func token(
    _ file: String, to service: KerberosPrincipal = service,
    _ options: Initiator.Options = Initiator.Options()
  ) throws -> (Initiator, Octets) {
    let initiator = try Initiator(cache: file, service: service, options: options)
    switch initiator.take(nil) {
    case .continues(let token), .established(.some(let token)): return (initiator, token)
    case .established(nil): throw NoToken(words: "there is nothing to send")
    case .failed(let failure): throw NoToken(words: failure.words)
    }
  }

  struct NoToken: Error {
    let words: String
  }
}
