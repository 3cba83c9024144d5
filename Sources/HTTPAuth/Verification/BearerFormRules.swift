// SPDX-License-Identifier: Apache-2.0

/// The syntax rules of Bearer credentials (RFC 6750 2.1).
package enum BearerFormRules {
  /// The rules of RFC 6750 2.1 that Bearer credentials break.
  ///
  ///     b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  package static func violations(in credentials: Credentials) -> [FormViolation] {
    // Every token68 is a b64token.
    if credentials.token68 != nil { return [] }
    return [
      FormViolation(
        kind: .bearerToken, sentence: "There is no token after the scheme's name.",
        requirement: "Bearer credentials are one b64token (RFC 6750 2.1).")
    ]
  }
}
