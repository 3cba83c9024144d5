// SPDX-License-Identifier: Apache-2.0

/// A mechanism of GSS-API that a token of Negotiate names.
package enum SecurityMechanism: Hashable, Sendable {
  /// Kerberos V5, by either of its identifiers.
  case kerberos
  /// NTLM.
  case ntlm
  /// SPNEGO itself, which negotiates one of the others.
  case spnego
  /// Any other.
  case other(MechanismIdentifier)

  package init(_ identifier: MechanismIdentifier) {
    switch identifier {
    case .kerberos, .microsoftKerberos: self = .kerberos
    case .ntlm: self = .ntlm
    case .spnego: self = .spnego
    default: self = .other(identifier)
    }
  }
}

extension SecurityMechanism: CustomStringConvertible {
  package var description: String {
    switch self {
    case .kerberos: "Kerberos"
    case .ntlm: "NTLM"
    case .spnego: "SPNEGO"
    case .other(let identifier): identifier.description
    }
  }
}
