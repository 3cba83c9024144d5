// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// A realm of Kerberos for one run, in a private folder that is removed with this object. Its keys
/// are new, and it has no KDC until one is started.
package final class KerberosRealm: Sendable {
  /// A service of the realm.
  package struct Service: Hashable, Sendable {
    package var host: String
    /// The KDC says in its tickets that clients may delegate their credentials to it.
    package var isOKAsDelegate: Bool

    package init(host: String, isOKAsDelegate: Bool = false) {
      self.host = host
      self.isOKAsDelegate = isOKAsDelegate
    }
  }

  /// The path of krb5.conf, for KRB5_CONFIG of the clients.
  package var configuration: String { folder.path + "/krb5.conf" }
  /// The path of the keytab of all services, for an acceptor.
  package var serviceKeys: String { folder.path + "/services.keytab" }
  /// The path of the keytab of all people, for clients that ask the KDC for a ticket themselves.
  package var peopleKeys: String { folder.path + "/people.keytab" }

  let folder: PrivateFolder
  let port: ReservedPort
  private let entries: [DatabaseDump.Entry]
  private let keys: [KerberosPrincipal: KerberosKey]
  private let master = KerberosKey.random()

  /// A realm with people, and services of HTTP on hosts.
  package init(people: [String], services: [Service]) throws(KerberosUnavailable) {
    guard let folder = PrivateFolder() else { throw .folder }
    guard let port = ReservedPort() else { throw .port }
    (self.folder, self.port) = (folder, port)
    let services = services.map {
      DatabaseDump.Entry(
        owner: .web($0.host), key: .random(), isOKAsDelegate: $0.isOKAsDelegate)
    }
    let people = people.map { DatabaseDump.Entry(owner: .person($0), key: .random()) }
    entries = [DatabaseDump.Entry(owner: .ticketGranting, key: .random())] + people + services
    keys = Dictionary(entries.map { ($0.owner, $0.key) }) { first, _ in first }
    guard folder.makeFolder("tickets") else { throw .folder }
    let configuration = RealmConfiguration(folder: folder.path, port: port.number)
    let files: [(name: String, content: Octets)] = [
      ("krb5.conf", Octets(configuration.clients)),
      ("services.keytab", Keytab(keys: services.map { ($0.owner, $0.key) }).file),
      ("people.keytab", Keytab(keys: people.map { ($0.owner, $0.key) }).file),
    ]
    for (name, content) in files where !folder.write(content, to: name) { throw .folder }
  }

  /// Writes the files that only the KDC reads.
  func writeDatabase() throws(KerberosUnavailable) {
    let configuration = RealmConfiguration(folder: folder.path, port: port.number)
    let files: [(name: String, content: Octets)] = [
      ("kdc.conf", Octets(configuration.center)),
      ("dump", try DatabaseDump(entries: entries, master: master).file()),
      ("stash", Keytab(keys: [(.databaseMaster, master)]).file),
    ]
    for (name, content) in files where !folder.write(content, to: name) { throw .folder }
  }

  // MARK: Tickets

  /// Makes a ticket without the KDC. A service that the realm does not have gets one that nobody can
  /// decrypt.
  package func ticket(_ description: TicketDescription) throws(KerberosUnavailable) -> Ticket {
    let key = description.hasForeignKey ? nil : keys[description.service]
    return try Ticket(description, key: key ?? .random(), now: WallClock.secondsSince1970)
  }

  /// The path of the tickets of this name, for KRB5CCNAME and for an initiator. There may be none.
  package func ticketFile(_ name: String) -> String {
    "\(folder.path)/tickets/\(FileName.safe(name))"
  }

  /// Writes tickets under a name, in place of those that it had. Clients read them again.
  package func keep(_ cache: TicketCache, as name: String) throws(KerberosUnavailable) {
    guard folder.replace("tickets/" + FileName.safe(name), with: cache.file) else { throw .folder }
  }

  /// Removes the tickets of a name.
  package func removeTickets(_ name: String) { Folder.remove(file: ticketFile(name)) }
}
