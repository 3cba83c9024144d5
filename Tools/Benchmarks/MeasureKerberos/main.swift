// SPDX-License-Identifier: Apache-2.0

// Measures a realm of Kerberos, and holds one for tests of its removal.
//
//     MeasureKerberos start ROUNDS       a realm, and its KDC until it is ready
//     MeasureKerberos handshake ROUNDS   tickets made without the KDC, and handshakes with them
//     MeasureKerberos hold               prints the folder of a realm with a KDC, and ends with its
//                                        input
import HTTPAuth
import Kerberos
import LibC
import Platform

let arguments = CommandLine.arguments
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0

/// The least time of some rounds, in microseconds.
func least(_ body: () throws -> Void) rethrows -> Int64 {
  var least = Int64.max
  for _ in 0..<rounds {
    let start = Instant.now
    try body()
    least = min(least, Instant.now.nanoseconds(since: start) / 1_000)
  }
  return least
}

func realm() throws -> KerberosRealm {
  try KerberosRealm(people: ["alice", "bob"], services: [.init(host: "127.0.0.1")])
}

switch (arguments.dropFirst().first, rounds) {
case ("start", 1...):
  print("realm=\(try least { _ = try realm() }) us")
  var centers: [KeyDistributionCenter] = []
  print(
    "realm with KDC=\(try least { centers.append(try KeyDistributionCenter(realm())) }) us")
  print("end of a KDC=\(least { centers.popLast()?.end() }) us")
case ("handshake", 1...):
  let realm = try realm()
  let alice = KerberosPrincipal.person("alice")
  let service = KerberosPrincipal.web("127.0.0.1")
  let ticket = try realm.ticket(.init(client: alice, service: service))
  print("ticket=\(try least { _ = try realm.ticket(.init(client: alice, service: service)) }) us")
  let cache = TicketCache(person: alice, tickets: [ticket])
  print("file of tickets=\(try least { try realm.keep(cache, as: "alice") }) us")
  let library = try GSSLibrary.loaded.get()
  let file = realm.ticketFile("alice")
  print("cache of a thread=\(least { for _ in 0..<1_000 { _ = library.useCache(file) } }) ns")
  let acceptor = try Acceptor(keytab: realm.serviceKeys)
  let time = try least {
    let initiator = try Initiator(cache: file, service: service)
    guard case .continues(let token) = initiator.take(nil) else { return print("no token") }
    let (finding, answer) = acceptor.handshake().take(token)
    guard finding.outcome == .established, initiator.take(answer) == .established(nil) else {
      return print("not established: \(finding.outcome)")
    }
  }
  print("handshake, both sides=\(time) us")
case ("hold", _):
  let center = try KeyDistributionCenter(realm())
  print(center.realm.configuration, center.number)
  fflush(nil)
  while readLine() != nil {}
  withExtendedLifetime(center) {}
default:
  print("usage: MeasureKerberos start|handshake ROUNDS, hold")
}
