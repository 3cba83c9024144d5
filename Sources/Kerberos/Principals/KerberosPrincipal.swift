// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The name of a person or of a service in a realm (RFC 4120 6.2).
package struct KerberosPrincipal: Hashable, Sendable {
  /// The name type (RFC 4120 6.2).
  package enum Kind: UInt32, Hashable, Sendable {
    /// NT-PRINCIPAL, a person.
    case person = 1
    /// NT-SRV-INST, a service with a further part.
    case service = 2
    /// NT-SRV-HST, a service on a host.
    case host = 3
  }

  /// The realm of all principals.
  package static let realm = "AUTHSPEC.TEST"

  package let kind: Kind
  package let parts: [String]

  /// A person. The name must not contain characters that Kerberos escapes with a backslash.
  package static func person(_ name: String) -> KerberosPrincipal {
    KerberosPrincipal(kind: .person, parts: [name])
  }

  /// The HTTP service of a host: `HTTP/` and the host (RFC 4559 4.1).
  package static func web(_ host: String) -> KerberosPrincipal {
    KerberosPrincipal(kind: .host, parts: ["HTTP", host])
  }

  /// The ticket-granting service (RFC 4120 7.3).
  package static let ticketGranting = KerberosPrincipal(kind: .service, parts: ["krbtgt", realm])

  /// The owner of the key that encrypts the KDC's database.
  static let databaseMaster = KerberosPrincipal(kind: .person, parts: ["K", "M"])
}

extension KerberosPrincipal: CustomStringConvertible {
  /// `HTTP/127.0.0.1@AUTHSPEC.TEST` (RFC 1964 2.1.1).
  package var description: String {
    parts.joined(separator: "/") + "@" + KerberosPrincipal.realm
  }
}
