// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Synchronization

/// The realm of a run, with the acceptor of its servers.
package final class RunRealm: Sendable {
  /// The hosts that servers have, unless a scenario gives them other names.
  private static let hosts = (1...30).map { "127.0.0.\($0)" } + ["::1", "localhost", "one.test"]
  /// The people whom the KDC knows.
  private static let people = ["alice", "bob"]

  package let realm: KerberosRealm
  package let acceptor: Acceptor
  private let count = Mutex(0)
  private let center = RunCenter()

  private static let inUse = HeldObject<RunRealm>()

  /// The realm of the run that goes on: the one that somebody holds, or a new one.
  package static func current() throws(KerberosUnavailable) -> RunRealm {
    try inUse.current { () throws(KerberosUnavailable) in try RunRealm() }
  }

  private init() throws(KerberosUnavailable) {
    realm = try KerberosRealm(
      people: RunRealm.people, services: RunRealm.hosts.map { KerberosRealm.Service(host: $0) })
    acceptor = try Acceptor(keytab: realm.serviceKeys)
  }

  /// Starts the KDC, unless it runs. It ends with this object.
  package func startCenter() throws(KerberosUnavailable) { try center.start(realm) }

  /// Ends the KDC if somebody still waits for it then, so that nobody waits longer.
  package func waitsForCenter(until deadline: Instant) -> RunCenter.Wait {
    center.wait(until: deadline)
  }

  /// `true` if the realm has the key of the service of HTTP on a host.
  package static func knows(_ host: String) -> Bool { hosts.contains(host) }

  /// Keeps tickets in a file of its own, until the object is gone.
  package func keep(_ cache: TicketCache) throws(KerberosUnavailable) -> KeptTickets {
    let number = count.withLock { count in
      count += 1
      return count
    }
    try realm.keep(cache, as: "\(number)")
    return KeptTickets(realm: realm, name: "\(number)")
  }

  /// This process takes the configuration of this realm from its environment. To be called while
  /// there is one thread.
  package func enterEnvironment() {
    ThisProcess.setEnvironment("KRB5_CONFIG", realm.configuration)
    // Other mechanisms that the machine has would take part in SPNEGO.
    ThisProcess.setEnvironment("GSS_MECH_CONFIG", "/dev/null")
  }

  /// `true` once it has.
  package var isInEnvironment: Bool {
    ThisProcess.environment("KRB5_CONFIG") == realm.configuration
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

  /// Its path.
  package var path: String { realm.ticketFile(name) }
}
