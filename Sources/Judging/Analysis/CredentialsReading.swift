// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// The credentials in the field that a request's server reads.
package enum CredentialsReading: Sendable {
  /// No field.
  case absent
  /// A field, with the verdict of the verifier.
  case verified(CredentialsVerdict)

  /// The scheme, if there are credentials with one.
  var scheme: AuthScheme? {
    switch self {
    case .absent: nil
    case .verified(.valid(let proof)): proof.scheme
    case .verified(.unfinished(let login)): login.scheme
    case .verified(.invalid(let diagnosis)): diagnosis.scheme
    }
  }

  /// The login that they begin.
  package var opening: UnfinishedLogin? {
    if case .verified(.unfinished(let login)) = self { login } else { nil }
  }

  /// The contents of message 3 of NTLM.
  var ntlm: NTLMAnswer? { proof?.ntlm ?? diagnosis?.ntlm }

  /// The proof of possession.
  var dpop: DPoPProof? { proof?.dpop ?? diagnosis?.dpop }

  /// The contents of the message of SCRAM.
  var scram: SCRAMAnswer? { opening?.scram ?? proof?.scram ?? diagnosis?.scram }

  /// The number of the message of NTLM or SCRAM.
  var message: Int? {
    switch self {
    case .absent: nil
    case .verified(.unfinished(let login)):
      login.scheme == .ntlm || login.scheme == .scram ? 1 : nil
    case .verified(.valid(let proof)): proof.ntlm == nil && proof.scram == nil ? nil : 3
    case .verified(.invalid(let diagnosis)): diagnosis.isOfMessage3 ? 3 : nil
    }
  }

  /// The account that they prove, or name.
  var account: String? { proof?.account ?? diagnosis?.account }

  var digest: DigestFields? { proof?.digest ?? diagnosis?.digest }

  /// Why they are invalid.
  var diagnosis: Diagnosis? {
    if case .verified(.invalid(let diagnosis)) = self { diagnosis } else { nil }
  }

  /// The proof, if they are valid.
  package var proof: Proof? { if case .verified(.valid(let proof)) = self { proof } else { nil } }
}

extension Diagnosis {
  /// `true` for a message 3 of NTLM, or a last message of SCRAM, that could be read.
  fileprivate var isOfMessage3: Bool {
    ntlm != nil || scram?.binding != nil || mistake == .messageWithoutChallenge
  }
}

/// The value of a credentials field, parsed if possible (RFC 9110 11.4).
indirect enum CredentialsField: Sendable {
  /// There is no such field.
  case absent
  /// The value and the credentials in it.
  case read(Octets, Credentials)
  /// The value and its syntax error.
  case malformed(Octets, GrammarError)

  /// Parses the first value of the field that a server of that kind reads (RFC 9110 11.6.2,
  /// 11.7.2).
  init(_ fields: FieldSection, kind: ServerKind) {
    let value: Octets? =
      switch kind {
      case .origin: fields.first("Authorization")
      case .proxy: fields.first("Proxy-Authorization")
      }
    self = value.map { CredentialsField($0) } ?? .absent
  }

  init(_ value: Octets) {
    do throws(GrammarError) {
      self = .read(value, try Credentials(parsing: value))
    } catch {
      if let lenient = Credentials(scramWithoutQuotes: value) {
        self = .read(value, lenient)
        return
      }
      self = .malformed(value, error)
    }
  }
}
