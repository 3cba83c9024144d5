// SPDX-License-Identifier: Apache-2.0

/// The configuration files of a realm. They contain no other machine and disable DNS.
struct RealmConfiguration {
  /// The folder of the realm.
  let folder: String
  /// The port of the KDC on 127.0.0.1.
  let port: UInt16

  /// krb5.conf, which clients and the KDC read.
  var clients: String {
    """
    [libdefaults]
      default_realm = \(KerberosPrincipal.realm)
      dns_lookup_kdc = false
      dns_lookup_realm = false
      dns_uri_lookup = false
      dns_canonicalize_hostname = false
      rdns = false
      default_ccache_name = FILE:\(folder)/tickets/none
      default_keytab_name = FILE:\(folder)/none
    [realms]
      \(KerberosPrincipal.realm) = {
        kdc = 127.0.0.1:\(port)
      }
    [plugins]
      ccselect = {
        disable = k5identity
      }

    """
  }

  /// kdc.conf, which the KDC reads.
  var kdc: String {
    """
    [kdcdefaults]
      kdc_listen = 127.0.0.1:\(port)
      kdc_tcp_listen = 127.0.0.1:\(port)
    [realms]
      \(KerberosPrincipal.realm) = {
        database_module = \(KerberosPrincipal.realm)
        key_stash_file = \(folder)/stash
        master_key_type = aes256-cts-hmac-sha1-96
        supported_enctypes = aes256-cts-hmac-sha1-96:normal
      }
    [dbmodules]
      \(KerberosPrincipal.realm) = {
        db_library = db2
        database_name = \(folder)/principal
        disable_last_success = true
        disable_lockout = true
      }
    [logging]
      kdc = FILE:\(folder)/kdc.log

    """
  }
}
