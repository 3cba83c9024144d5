// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// A Kerberos realm for one run, in a private folder that is removed with this object. It has new
/// keys, and no KDC until one is started.
package final class KerberosRealm: Sendable {
  /// A service of the realm.
  package struct Service: Hashable, Sendable {
    package var host: String
    /// `true` if its tickets of the KDC have the flag ok-as-delegate (RFC 4120 2.8).
    package var isOKAsDelegate: Bool

    package init(host: String, isOKAsDelegate: Bool = false) {
      self.host = host
      self.isOKAsDelegate = isOKAsDelegate
    }
  }

  /// The path of krb5.conf, the value of KRB5_CONFIG for clients.
  package var configuration: String { folder.path + "/krb5.conf" }
  /// The path of the keytab with the keys of all services, for an acceptor.
  package var serviceKeys: String { folder.path + "/services.keytab" }
  /// The path of the keytab with the keys of all people, for clients that get a ticket from the
  /// KDC.
  package var peopleKeys: String { folder.path + "/people.keytab" }

  let folder: PrivateFolder
  let port: ReservedPort
  private let entries: [DatabaseDump.Entry]
  private let keys: [KerberosPrincipal: KerberosKey]
  private let master = KerberosKey.random()

  /// Creates a realm with people and HTTP services.
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
    try write([
      "krb5.conf": Octets(configuration.clients),
      "services.keytab": Keytab(keys: services.map { ($0.owner, $0.key) }).file,
      "people.keytab": Keytab(keys: people.map { ($0.owner, $0.key) }).file,
    ])
  }

  /// Writes the files that only the KDC reads.
  func writeDatabase() throws(KerberosUnavailable) {
    let configuration = RealmConfiguration(folder: folder.path, port: port.number)
    try write([
      "kdc.conf": Octets(configuration.kdc),
      "dump": try DatabaseDump(entries: entries, master: master).file(),
      "stash": Keytab(keys: [(.databaseMaster, master)]).file,
    ])
  }

  private func write(_ files: KeyValuePairs<String, Octets>) throws(KerberosUnavailable) {
    for (name, content) in files where !folder.write(content, to: name) { throw .folder }
  }

  // MARK: Tickets

  /// Makes a ticket without the KDC. A ticket for an unknown service is encrypted with a random
  /// key.
  package func ticket(_ description: TicketDescription) throws(KerberosUnavailable) -> Ticket {
    let key = description.hasForeignKey ? nil : keys[description.service]
    return try Ticket(description, key: key ?? .random(), now: WallClock.secondsSince1970)
  }

  /// The path of the ticket file with this name, for KRB5CCNAME and for an initiator. The file may
  /// not exist.
  package func ticketFile(_ name: String) -> String {
    "\(folder.path)/tickets/\(FileName.safe(name))"
  }

  /// Writes tickets to the file with this name, and replaces earlier ones.
  package func keep(_ cache: TicketCache, as name: String) throws(KerberosUnavailable) {
    guard folder.replace("tickets/" + FileName.safe(name), with: cache.file) else { throw .folder }
  }

  /// Removes the ticket file with this name.
  package func removeTickets(_ name: String) { Folder.remove(file: ticketFile(name)) }
}
