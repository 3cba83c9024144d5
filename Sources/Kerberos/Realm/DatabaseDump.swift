// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The database of a KDC in the text format of `kdb5_util load` (version 7).
struct DatabaseDump {
  /// An entry of the database.
  struct Entry {
    var owner: KerberosPrincipal
    var key: KerberosKey
    var isOKAsDelegate = false
  }

  let entries: [Entry]
  /// The key that encrypts the keys of the entries.
  let master: KerberosKey

  /// KRB5_KDB_OK_AS_DELEGATE.
  private static let okAsDelegate: UInt32 = 0x0010_0000
  /// KRB5_KDB_DISALLOW_ALL_TIX, for the master key.
  private static let noTickets: UInt32 = 0x0000_0040

  /// The content of the file.
  func file() throws(KerberosUnavailable) -> Octets {
    var text = "kdb5_util load_dump version 7\n"
    text += try line(
      Entry(owner: .databaseMaster, key: master), attributes: DatabaseDump.noTickets)
    for entry in entries {
      text += try line(
        entry, attributes: entry.isOKAsDelegate ? DatabaseDump.okAsDelegate : 0)
    }
    return Octets(text)
  }

  /// The line of an entry. Its fields, separated by tabs, are the sizes of the following data; the
  /// name; the attributes and times, with one day as the longest life of a ticket; the version,
  /// type, size and octets of each key; and no further data.
  private func line(_ entry: Entry, attributes: UInt32) throws(KerberosUnavailable) -> String {
    // The database has the size of a key, with the lowest octet first, and the key encrypted with
    // usage 0.
    let key = entry.key.octets
    guard let encrypted = try GSSLibrary.loaded.get().encrypt(key, key: master, usage: 0) else {
      throw .encryption
    }
    let size = [UInt8(truncatingIfNeeded: key.count), UInt8(truncatingIfNeeded: key.count >> 8)]
    let octets = (size + encrypted.array).map { $0.hex(digits: 2) }.joined()
    let name = entry.owner.description
    let fields = [
      "princ", "38", "\(name.utf8.count)", "0", "1", "0", name, "\(attributes)", "86400", "0", "0",
      "0", "0", "0", "0", "1", "\(Keytab.keyVersion)", "\(KerberosKey.encryptionType)",
      "\(octets.utf8.count / 2)", octets, "-1",
    ]
    return fields.joined(separator: "\t") + ";\n"
  }
}
