// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The reason why Kerberos cannot be used.
package enum KerberosUnavailable: Error, Hashable, Sendable {
  /// A library or a function of it is missing.
  case library(String)
  /// A program is missing.
  case program(String)
  /// No private folder, or no file in it, can be created.
  case folder
  /// No port is free.
  case port
  /// A key or a ticket cannot be encrypted.
  case encryption
  /// The KDC did not start. The value is its output.
  case start(String)
  /// The KDC was not ready within this time.
  case silent(milliseconds: Int)
  /// A call of GSS-API failed.
  case call(GSSFailure)
}

extension KerberosUnavailable: CustomStringConvertible {
  /// The reason, without a full stop, with the package to install if one is missing.
  package var description: String {
    switch self {
    case .library(let name):
      "\(name) of MIT Kerberos is missing (Debian's package libgssapi-krb5-2)"
    case .program(let name):
      "\(name) is missing (Debian's package krb5-kdc)"
    case .folder: "no file can be made in the folder of temporary files"
    case .port: "no port of 127.0.0.1 is free"
    case .encryption: "MIT Kerberos does not encrypt with aes256-cts-hmac-sha1-96"
    case .start(let words):
      "krb5kdc did not start\(words.isEmpty ? "" : ": \(words)")"
    case .silent(let milliseconds): "krb5kdc was not ready within \(milliseconds) ms"
    case .call(let failure): "\(failure)"
    }
  }
}
