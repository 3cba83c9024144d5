/// Judges credentials as a server does, and explains what is wrong with them.
public enum CredentialsVerifier {
  /// Judges the value of an Authorization or Proxy-Authorization field.
  public static func verify(
    _ fieldValue: Octets, in context: CredentialsContext
  ) -> CredentialsVerdict {
    .invalid(Diagnosis(scheme: nil, mistake: .unexplained, sentence: "Not read."))
  }
}
