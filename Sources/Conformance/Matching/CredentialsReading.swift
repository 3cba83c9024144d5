internal import HTTPAuth
internal import TestServers

/// What a request carries in the field in which its server looks for credentials.
enum CredentialsReading {
  /// Nothing.
  case absent
  /// Something, and what the verifier says of it.
  case verified(CredentialsVerdict)

  /// Reads the credentials of a request to a server (RFC 9110 11.6.2, 11.7.2).
  ///
  /// `offered` are the schemes that the server challenges with in this case; credentials of another
  /// scheme prove nothing to it. Empty means that it takes any.
  init(
    _ head: RequestHead, body: Octets, kind: ServerConfiguration.Kind, accounts: [Account],
    memory: ServerMemory, offered: Set<AuthScheme>
  ) {
    guard let value = head.fields.credentials(for: kind) else {
      self = .absent
      return
    }
    let verdict = CredentialsVerifier.verify(
      value,
      in: CredentialsContext(
        method: head.method, target: head.target, body: body, accounts: accounts,
        issued: memory.issued, accepted: memory.accepted))
    if case .valid(let proof) = verdict, !offered.isEmpty, !offered.contains(proof.scheme) {
      let names = offered.map { String(describing: $0.name) }.sorted().joined(separator: ", ")
      self = .verified(
        .invalid(
          Diagnosis(
            scheme: proof.scheme, account: proof.account, mistake: .schemeNotOffered,
            sentence:
              "The credentials are right, but the server offers \(names) only, not \(proof.scheme.name).",
            digest: proof.digest)))
    } else {
      self = .verified(verdict)
    }
  }

  /// The scheme, where there are credentials with one.
  var scheme: AuthScheme? {
    switch self {
    case .absent: nil
    case .verified(.valid(let proof)): proof.scheme
    case .verified(.invalid(let diagnosis)): diagnosis.scheme
    }
  }

  /// The account that they prove, or name.
  var account: String? {
    switch self {
    case .absent: nil
    case .verified(.valid(let proof)): proof.account
    case .verified(.invalid(let diagnosis)): diagnosis.account
    }
  }

  /// The Digest fields.
  var digest: DigestFields? {
    switch self {
    case .absent: nil
    case .verified(.valid(let proof)): proof.digest
    case .verified(.invalid(let diagnosis)): diagnosis.digest
    }
  }

  /// Why they prove nothing, as a sentence.
  var diagnosis: String? {
    if case .verified(.invalid(let diagnosis)) = self { diagnosis.sentence } else { nil }
  }

  /// What they prove, where they are valid.
  var proof: Proof? { if case .verified(.valid(let proof)) = self { proof } else { nil } }
}

extension FieldSection {
  /// The first value of the field in which a server of that kind looks for credentials.
  func credentials(for kind: ServerConfiguration.Kind) -> Octets? {
    switch kind {
    case .origin: first("Authorization")
    case .proxy: first("Proxy-Authorization")
    }
  }
}
