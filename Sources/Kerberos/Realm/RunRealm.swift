// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Synchronization

/// The realm of a run, with the acceptor of its servers.
package final class RunRealm: Sendable {
  /// The hosts of servers for which the realm has keys.
  private static let hosts = (1...30).map { "127.0.0.\($0)" } + ["::1", "localhost", "one.test"]
  private static let people = ["alice", "bob"]

  package let realm: KerberosRealm
  package let acceptor: Acceptor
  private let count = Mutex(0)
  private let kdc = RunKDC()

  private static let inUse = HeldObject<RunRealm>()

  /// Returns the realm of the current run, or creates it.
  package static func current() throws(KerberosUnavailable) -> RunRealm {
    try inUse.current { () throws(KerberosUnavailable) in try RunRealm() }
  }

  private init() throws(KerberosUnavailable) {
    realm = try KerberosRealm(
      people: RunRealm.people, services: RunRealm.hosts.map { KerberosRealm.Service(host: $0) })
    acceptor = try Acceptor(keytab: realm.serviceKeys)
  }

  /// Starts the KDC unless it runs. It ends with this object.
  package func startKDC() throws(KerberosUnavailable) { try kdc.start(realm) }

  /// Begins a wait for the KDC, which is ended if the wait still exists at the deadline.
  package func waitForKDC(_ milliseconds: Int, end: Instant?) -> RunKDC.Wait {
    kdc.wait(milliseconds, end: end)
  }

  /// `true` if the realm has a key for the HTTP service of a host.
  package static func knows(_ host: String) -> Bool { hosts.contains(host) }

  /// Writes tickets to a new file, which is removed with the returned object.
  package func keep(_ cache: TicketCache) throws(KerberosUnavailable) -> KeptTickets {
    let number = count.withLock { count in
      count += 1
      return count
    }
    try realm.keep(cache, as: "\(number)")
    return KeptTickets(realm: realm, name: "\(number)")
  }

  /// Sets the environment variables by which this process uses the realm. Call it while there is
  /// only one thread.
  package func enterEnvironment() {
    ThisProcess.setEnvironment("KRB5_CONFIG", realm.configuration)
    // SPNEGO would otherwise offer further mechanisms of the machine.
    ThisProcess.setEnvironment("GSS_MECH_CONFIG", "/dev/null")
  }
}

/// A file of tickets, which is removed with this object.
package final class KeptTickets: Sendable {
  private let realm: KerberosRealm
  private let name: String

  init(realm: KerberosRealm, name: String) {
    self.realm = realm
    self.name = name
  }

  deinit { realm.removeTickets(name) }

  package var path: String { realm.ticketFile(name) }
}
