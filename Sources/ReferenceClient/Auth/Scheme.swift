// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The schemes that the client supports, from the weakest to the strongest (RFC 7616 5.6).
enum Scheme: Int, Hashable, Comparable, Sendable {
  case basic, bearer, dpop, ntlm, digest, scram

  /// The scheme with a name, compared without regard to ASCII case (RFC 9110 11.1).
  init?(_ name: Octets, _ faults: FaultSet) {
    func isNamed(_ wanted: Octets) -> Bool {
      var isNamed = name.equalsIgnoringCase(wanted)
      isNamed = faults.alter(isNamed, .schemeByCase) { _ in name == wanted }
      isNamed = faults.alter(isNamed, .schemeByPrefix) { _ in
        name.prefix(wanted.count).equalsIgnoringCase(wanted)
      }
      // Names in ASCII have no letters to confuse.
      guard name.contains(where: { $0 >= 0x80 }) else { return isNamed }
      return faults.alter(isNamed, .schemeFoldedByUnicode) { isNamed in
        name.utf8.map { Scheme.folded($0) == wanted.asciiLowercased } ?? isNamed
      }
    }
    if isNamed("Digest") {
      self = .digest
    } else if isNamed("Bearer") {
      self = .bearer
    } else if isNamed("NTLM") {
      self = .ntlm
    } else if isNamed("DPoP") {
      self = .dpop
    } else if isNamed("SCRAM-SHA-256") {
      self = .scram
    } else if isNamed("Basic") {
      self = .basic
    } else {
      return nil
    }
  }

  /// The name without case, with letters that some clients confuse with ASCII letters: a fault.
  private static func folded(_ name: String) -> Octets {
    Octets(
      name.lowercased().replacing("\u{17F}", with: "s")
        .replacing("\u{131}", with: "i").replacing("i\u{307}", with: "i"))
  }

  /// The name in lower case, as in the session.
  var name: String {
    switch self {
    case .basic: "basic"
    case .bearer: "bearer"
    case .ntlm: "ntlm"
    case .digest: "digest"
    case .dpop: "dpop"
    case .scram: "scram-sha-256"
    }
  }

  /// auth-scheme 1*SP, the beginning of credentials (RFC 9110 11.4).
  func written(_ faults: FaultSet) -> [UInt8] {
    var name =
      switch self {
      case .basic: "Basic"
      case .bearer: "Bearer"
      case .ntlm: "NTLM"
      case .digest: "Digest"
      case .dpop: "DPoP"
      case .scram: "SCRAM-SHA-256"
      }
    name = faults.vary(name, .schemeInUpperCase) { $0.uppercased() }
    name = faults.vary(name, .schemeInLowerCase) { $0.lowercased() }
    return Array((name + (faults.takes(.blanksAfterScheme) ? "  " : " ")).utf8)
  }

  static func < (left: Scheme, right: Scheme) -> Bool { left.rawValue < right.rawValue }
}
