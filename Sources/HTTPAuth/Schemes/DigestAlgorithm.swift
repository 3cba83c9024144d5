// SPDX-License-Identifier: Apache-2.0

/// A value of Digest's parameter `algorithm` (RFC 7616 3.3).
package struct DigestAlgorithm: Hashable, Sendable, CaseIterable {
  /// The hash function H.
  package var function: HashFunction
  /// `true` for the `-sess` variant, whose A1 is made once for a session (RFC 7616 3.4.2).
  package var isSession: Bool

  package init(_ function: HashFunction, isSession: Bool = false) {
    self.function = function
    self.isSession = isSession
  }

  /// The algorithm of that name, compared without case; `nil` for a name that RFC 7616 does not
  /// define.
  package init?(_ name: Octets) {
    let isSession = name.count > 5 && Octets(name.bytes.suffix(5)).matches("-sess")
    let base = isSession ? Octets(name.bytes.dropLast(5)) : name
    if base.matches("MD5") {
      function = .md5
    } else if base.matches("SHA-256") {
      function = .sha256
    } else if base.matches("SHA-512-256") {
      function = .sha512Slash256
    } else {
      return nil
    }
    self.isSession = isSession
  }

  /// MD5, SHA-256 and SHA-512-256, each without and with `-sess`.
  package static let allCases: [DigestAlgorithm] = [
    .init(.md5), .init(.md5, isSession: true), .init(.sha256), .init(.sha256, isSession: true),
    .init(.sha512Slash256), .init(.sha512Slash256, isSession: true),
  ]

  /// The name in the spelling of RFC 7616.
  package var name: Octets {
    let base =
      switch function {
      case .md5: "MD5"
      case .sha256: "SHA-256"
      case .sha512Slash256, .sha512Truncated: "SHA-512-256"
      }
    return Octets(isSession ? base + "-sess" : base)
  }
}

/// Quality of protection: what a Digest response covers (RFC 7616 3.3).
package enum DigestQop: Hashable, Sendable, CaseIterable {
  /// Authentication.
  case auth
  /// Authentication, and the body's integrity.
  case authInt

  /// The qop of that name, compared without case; `nil` for any other.
  package init?(_ name: Octets) {
    if name.matches("auth") {
      self = .auth
    } else if name.matches("auth-int") {
      self = .authInt
    } else {
      return nil
    }
  }

  /// The name in the spelling of RFC 7616.
  package var name: Octets {
    switch self {
    case .auth: "auth"
    case .authInt: "auth-int"
    }
  }
}
