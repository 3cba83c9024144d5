/// Judges credentials as a server does, and explains what is wrong with them.
///
/// Right credentials take the short way: parse, look up, hash, compare. Only when something does not
/// fit are the known mistakes tried, one after the other, until one gives what was sent.
public enum CredentialsVerifier {
  /// Judges the value of an Authorization or Proxy-Authorization field (RFC 9110 11.6.2, 11.7.2).
  ///
  /// Whether a nonce count is fresh, whether the scheme was offered and how the credentials are written
  /// is not judged here: see `DigestFields.ncValue` and the form rules.
  public static func verify(
    _ fieldValue: Octets, in context: CredentialsContext
  ) -> CredentialsVerdict {
    let credentials: Credentials
    do {
      credentials = try Credentials(parsing: fieldValue)
    } catch {
      let name = fieldValue.prefix { $0.isTokenCharacter }
      let scheme = name.isEmpty ? nil : AuthScheme(name)
      return .invalid(
        Diagnosis(
          scheme: scheme, mistake: scheme == .bearer ? .malformedToken : .malformed,
          sentence: "The credentials are malformed \(error)."))
    }
    return verify(credentials, in: context)
  }

  /// Judges credentials that have been read.
  public static func verify(
    _ credentials: Credentials, in context: CredentialsContext
  ) -> CredentialsVerdict {
    switch AuthScheme(credentials.scheme) {
    case .digest: return DigestVerification(credentials, in: context).verdict()
    case .basic: return BasicVerification(context: context).verdict(on: credentials)
    case .bearer: return BearerVerification.verdict(on: credentials, accounts: context.accounts)
    case .other(let name):
      return .invalid(
        Diagnosis(
          scheme: .other(name), mistake: .unknownScheme,
          sentence: "The server verifies no scheme named \(credentials.scheme)."))
    }
  }
}
