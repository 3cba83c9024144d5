// SPDX-License-Identifier: Apache-2.0

/// The verifier's verdict on credentials.
package enum CredentialsVerdict: Hashable, Sendable {
  /// They prove that the client has an account's secret.
  indirect case valid(Proof)
  /// They begin a login of several requests, and prove nothing yet.
  indirect case unfinished(UnfinishedLogin)
  indirect case invalid(Diagnosis)
}

/// The encoding of a user name and a password.
///
/// Without `charset="UTF-8"` clients may choose it (RFC 7617 2.1, RFC 7616 4).
package enum CredentialsEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, normalised to NFC.
  case utf8
  /// UTF-8, not normalised.
  case utf8NotNormalised
  /// ISO 8859-1.
  case latin1
}

/// The result of verifying valid credentials.
package struct Proof: Hashable, Sendable {
  /// The account, by its `name`.
  package var account: String
  package var scheme: AuthScheme
  /// For Digest: the index of the answered challenge in `CredentialsContext.issued`.
  package var issued: Int?
  /// For Digest: the parameters that were sent.
  package var digest: DigestFields?
  /// For NTLM: the contents of message 3.
  package var ntlm: NTLMAnswer?
  /// For DPoP: the proof of possession.
  package var dpop: DPoPProof?
  /// For SCRAM: the contents of the messages.
  package var scram: SCRAMAnswer?
  /// The encoding of user name and password; `.utf8` if all encodings give the same octets.
  package var encoding: CredentialsEncoding
  /// For Digest: the computation of the response, for `rspauth`.
  package var computation: DigestComputation? { sharedComputation?.value }
  /// Shared, as it is large and rarely read.
  private var sharedComputation: CopyOnWrite<DigestComputation>?

  package init(
    account: String, scheme: AuthScheme, issued: Int? = nil, digest: DigestFields? = nil,
    encoding: CredentialsEncoding = .utf8, computation: DigestComputation? = nil,
    ntlm: NTLMAnswer? = nil, dpop: DPoPProof? = nil, scram: SCRAMAnswer? = nil
  ) {
    self.account = account
    self.scheme = scheme
    self.issued = issued
    self.digest = digest
    self.encoding = encoding
    self.ntlm = ntlm
    self.dpop = dpop
    self.scram = scram
    sharedComputation = computation.map { CopyOnWrite($0) }
  }
}

/// Why credentials are not valid.
package struct Diagnosis: Hashable, Sendable {
  /// The scheme; `nil` if it could not be read.
  package var scheme: AuthScheme?
  /// The account that the client meant, by its `name`, if it is known.
  package var account: String?
  /// The mistake that explains the credentials.
  package var mistake: Mistake
  /// A second mistake, if it takes two to explain it.
  package var second: Mistake?
  /// A sentence for reports, with the values.
  package var sentence: String
  /// For Digest: the parameters that were sent.
  package var digest: DigestFields?
  /// For NTLM: the contents of message 3.
  package var ntlm: NTLMAnswer?
  /// For DPoP: the proof of possession.
  package var dpop: DPoPProof?
  /// For SCRAM: the contents of the messages.
  package var scram: SCRAMAnswer?
}
