// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing
import Transcripts

/// The programs of MIT Kerberos that a run with a KDC needs.
enum KerberosPrograms {
  static let isInstalled = ["/usr/sbin/krb5kdc", "/usr/bin/krb5kdc", "/usr/local/sbin/krb5kdc"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Runs of the program with a realm of Kerberos of its own.
@Suite(
  "Runs with Kerberos", .onOwnThreads, .serialized,
  .enabled(if: KerberosPrograms.isInstalled, "krb5-kdc is not installed"))
struct KerberosRunTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static let head = """
    needs: [negotiate]
    challenges: { first: { scheme: Negotiate } }
    """

  /// Runs the program with `TMPDIR` in the workplace, and returns what is left there as well.
  private func run(
    _ arguments: String..., path: String = ""
  ) throws -> (run: ProgramRun, left: [String]) {
    let temporary = "\(place.path)/tmp"
    try FileManager.default.createDirectory(
      atPath: temporary, withIntermediateDirectories: true)
    let usual = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try place.run(
      arguments, environment: ["TMPDIR": temporary, "PATH": path + usual])
    return (run, try FileManager.default.contentsOfDirectory(atPath: temporary))
  }

  @Test("2,000 cases of two people on two workers keep the people apart")
  func manyPeopleAtOnce() throws {
    let numbers = (0..<1_000).map(String.init).joined(separator: ", ")
    try place.write(
      """
      title: Each person logs in as herself
      level: robust
      \(Self.head)
      matrix: { person: [alice, bob], number: [\(numbers)] }
      accounts: { alice: { principal: alice }, bob: { principal: bob } }
      client: { tickets: ["${person}"] }
      steps:
        - request: { path: /report }
          origin: [{ protect: first }]
          expect:
            origin:
              - { replied: challenge, optional: true }
              - { credentials: valid, account: "${person}", replied: 200 }
      """, to: "Scenarios/many.yaml")
    let (run, left) = try run("run", "--jobs", "2", "--no-junit", "--quiet")
    #expect(run.status == 0, "\(run.output.suffix(2_000))\(run.errors)")
    #expect(run.output.contains("2,000 cases: 2,000 passed"), "\(run.output.suffix(500))")
    #expect(left.isEmpty, "\(left)")
  }

  /// A program in place of krb5kdc, which takes questions and never answers.
  private static let silentCenter = """
    #!/usr/bin/env python3
    import os, re, socket, sys, time
    profile = open(os.environ["KRB5_KDC_PROFILE"]).read()
    port = int(re.search(r"kdc_listen = 127.0.0.1:(\\d+)", profile).group(1))
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind(("127.0.0.1", port))
    streams = socket.socket()
    streams.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    streams.bind(("127.0.0.1", port))
    streams.listen()
    print("starting...", flush=True)
    time.sleep(120)
    """

  @Test("A KDC that is silent is ended, blocks nothing for long, and is no fault of the client")
  func silentCenter() throws {
    try place.write(Self.silentCenter, to: "bin/krb5kdc")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(place.path)/bin/krb5kdc")
    try place.write(
      """
      title: The client gets the ticket from the KDC
      level: robust
      \(Self.head)
      accounts: { alice: { principal: alice } }
      client: { tickets: [{ account: alice, kdc: true }] }
      steps:
        - request: { path: /report }
          origin: [{ protect: first }]
          expect: { origin: [{ replied: challenge, optional: true }, { credentials: valid }] }
      """, to: "Scenarios/silent.yaml")
    // MIT Kerberos alone would wait for 30 s and more each time, and say nothing of silence.
    let (run, left) = try run(
      "run", "--no-junit", "--retries", "0", "--timeout", "300", path: "\(place.path)/bin:")
    #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
    #expect((run.output + run.errors).contains("the KDC was silent"), "\(run.output)")
    #expect(left.isEmpty, "\(left)")
  }
}
