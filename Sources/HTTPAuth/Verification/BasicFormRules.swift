// SPDX-License-Identifier: Apache-2.0

/// The syntax rules of Basic credentials (RFC 7617 2).
package enum BasicFormRules {
  /// The rules of RFC 7617 2 that Basic credentials break.
  package static func violations(in credentials: Credentials) -> [FormViolation] {
    var found: [FormViolation] = []
    guard let token = credentials.token68 else {
      found.add(
        .basicPair, nil, "There is no token68 after the scheme's name.",
        "Basic credentials are one token68 (RFC 7617 2).")
      return found
    }
    guard let pair = Octets(base64: token) else {
      found.add(
        .basicPair, nil, "\(token) is not base 64 of the standard alphabet with padding.",
        "User name and password are sent in base 64 (RFC 7617 2, RFC 4648 4).")
      return found
    }
    if !pair.contains(0x3A) {
      found.add(
        .basicPair, nil, "\(token) decodes to \"\(pair)\", which has no colon.",
        "A colon separates user name and password (RFC 7617 2).")
    }
    if pair.contains(where: \.isControl) {
      found.add(
        .controlCharacter, nil, "\(token) decodes to \"\(pair)\", which has a control character.",
        "User name and password have no control characters (RFC 7617 2).")
    }
    return found
  }
}
