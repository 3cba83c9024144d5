// SPDX-License-Identifier: Apache-2.0

/// An authentication scheme (RFC 9110 11.1).
package enum AuthScheme: Hashable, Sendable {
  /// Basic (RFC 7617).
  case basic
  /// Digest (RFC 7616).
  case digest
  /// Bearer (RFC 6750).
  case bearer
  /// NTLM (MS-NTHT).
  case ntlm
  /// DPoP (RFC 9449).
  case dpop
  /// SCRAM-SHA-256 (RFC 7804).
  case scram
  /// Any other, by its name in lower case.
  case other(Octets)

  /// The scheme of that name, in any case.
  package init(_ name: Octets) {
    if name.matches("Digest") {
      self = .digest
    } else if name.matches("Basic") {
      self = .basic
    } else if name.matches("Bearer") {
      self = .bearer
    } else if name.matches("NTLM") {
      self = .ntlm
    } else if name.matches("DPoP") {
      self = .dpop
    } else if name.matches("SCRAM-SHA-256") {
      self = .scram
    } else {
      self = .other(name.asciiLowercased)
    }
  }

  /// The name in lower case.
  package var name: Octets {
    switch self {
    case .basic: "basic"
    case .digest: "digest"
    case .bearer: "bearer"
    case .ntlm: "ntlm"
    case .dpop: "dpop"
    case .scram: "scram-sha-256"
    case .other(let name): name
    }
  }
}

extension AuthScheme {
  /// Negotiate (RFC 4559).
  package static let negotiate = AuthScheme.other("negotiate")
}
