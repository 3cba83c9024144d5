/// How Bearer credentials are written (RFC 6750 2.1).
package enum BearerFormRules {
  /// Everything in which Bearer credentials are not as RFC 6750 2.1 says.
  ///
  ///     b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  package static func violations(in credentials: Credentials) -> [FormViolation] {
    // A token68 that could be read is a b64token.
    if credentials.token68 != nil { return [] }
    return [
      FormViolation(
        .bearerToken, parameter: nil, sentence: "There is no token behind the scheme's name.",
        requirement: "Bearer credentials are one b64token (RFC 6750 2.1).")
    ]
  }
}
