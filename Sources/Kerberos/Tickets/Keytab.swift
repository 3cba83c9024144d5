// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Keys with their owners, in version 2 of the "keytab file format" of MIT Kerberos.
struct Keytab {
  /// The version of all keys.
  static let keyVersion: UInt32 = 1

  let keys: [(owner: KerberosPrincipal, key: KerberosKey)]

  /// The content of the file.
  var file: Octets {
    var writer = OctetWriter()
    writer.add(UInt16(0x0502))
    for (owner, key) in keys {
      var entry = OctetWriter()
      entry.add(UInt16(owner.parts.count))
      entry.addShort(KerberosPrincipal.realm.utf8)
      for part in owner.parts { entry.addShort(part.utf8) }
      entry.add(owner.kind.rawValue)
      // The time of the entry.
      entry.add(UInt32(0))
      entry.add(UInt8(clamping: Keytab.keyVersion))
      entry.add(UInt16(KerberosKey.encryptionType))
      entry.addShort(key.octets)
      entry.add(Keytab.keyVersion)
      writer.addLong(entry.octets)
    }
    return Octets(writer.octets)
  }
}
