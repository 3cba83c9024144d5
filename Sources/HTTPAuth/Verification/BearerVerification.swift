// SPDX-License-Identifier: Apache-2.0

/// Verifies Bearer credentials (RFC 6750 2.1).
///
///     credentials = "Bearer" 1*SP b64token
///     b64token    = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
enum BearerVerification {
  static func verdict(on credentials: Credentials, accounts: [Account]) -> CredentialsVerdict {
    // Every b64token is a token68, and every token68 is a b64token.
    guard let token = credentials.token68 else {
      if credentials.parameters.isEmpty {
        return invalid(.noToken68, "Bearer credentials have no token after the scheme's name.")
      }
      return invalid(.malformedToken, "Bearer credentials have parameters in place of a token.")
    }
    for account in accounts where account.token == token {
      // "such a protected resource MUST reject a DPoP-bound access token received as a bearer
      // token" (RFC 9449 7.2).
      if account.isBound {
        return .invalid(
          Diagnosis(
            scheme: .bearer, account: account.name, mistake: .boundTokenAsBearer,
            sentence:
              "The token of \(account.name) is bound to a key, and was sent as a bearer token."))
      }
      return .valid(Proof(account: account.name, scheme: .bearer))
    }
    return invalid(.unknownToken, "The server knows no account with the token \(token).")
  }

  private static func invalid(_ mistake: Mistake, _ sentence: String) -> CredentialsVerdict {
    .invalid(Diagnosis(scheme: .bearer, mistake: mistake, sentence: sentence))
  }
}
