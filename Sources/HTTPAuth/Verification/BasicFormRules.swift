// SPDX-License-Identifier: Apache-2.0

/// The rules of form of Basic credentials (RFC 7617 2).
package enum BasicFormRules {
  /// The rules of RFC 7617 2 that Basic credentials break.
  package static func violations(in credentials: Credentials) -> [FormViolation] {
    func violation(
      _ sentence: String, _ requirement: String, _ kind: FormViolation.Kind = .basicPair
    ) -> FormViolation {
      FormViolation(kind, parameter: nil, sentence: sentence, requirement: requirement)
    }
    guard let token = credentials.token68 else {
      return [
        violation(
          "There is no token68 behind the scheme's name.",
          "Basic credentials are one token68 (RFC 7617 2).")
      ]
    }
    guard let pair = Octets(base64: token) else {
      return [
        violation(
          "\(token) is not base 64 of the standard alphabet with padding.",
          "User name and password are sent in base 64 (RFC 7617 2, RFC 4648 4).")
      ]
    }
    var found: [FormViolation] = []
    if !pair.contains(0x3A) {
      found.append(
        violation(
          "\(token) stands for \"\(pair)\", which has no colon.",
          "A colon stands between user name and password (RFC 7617 2)."))
    }
    if pair.contains(where: \.isControl) {
      found.append(
        violation(
          "\(token) stands for \"\(pair)\", which has a control character.",
          "User name and password have no control characters (RFC 7617 2).", .controlCharacter))
    }
    return found
  }
}
