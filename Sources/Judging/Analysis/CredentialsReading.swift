// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// What a request carries in the field in which its server looks for credentials.
package enum CredentialsReading: Sendable {
  /// Nothing.
  case absent
  /// Something, and what the verifier says of it.
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

  /// What opens a login of its connection.
  package var opening: UnfinishedLogin? {
    if case .verified(.unfinished(let login)) = self { login } else { nil }
  }

  /// What message 3 of NTLM says.
  var ntlm: NTLMAnswer? { proof?.ntlm ?? diagnosis?.ntlm }

  /// What the proof of possession says.
  var dpop: DPoPProof? { proof?.dpop ?? diagnosis?.dpop }

  /// What the message of SCRAM says.
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

  /// The Digest fields.
  var digest: DigestFields? { proof?.digest ?? diagnosis?.digest }

  /// The rule that is broken by what is wrong with them, if it is known.
  var brokenRule: BrokenRule? { diagnosis?.rule }

  /// Why they prove nothing.
  var diagnosis: Diagnosis? {
    if case .verified(.invalid(let diagnosis)) = self { diagnosis } else { nil }
  }

  /// What they prove, if they are valid.
  package var proof: Proof? { if case .verified(.valid(let proof)) = self { proof } else { nil } }
}

extension Diagnosis {
  /// `true` for a message 3 of NTLM, or a last message of SCRAM, that could be read.
  fileprivate var isOfMessage3: Bool {
    ntlm != nil || scram?.binding != nil || mistake == .messageWithoutChallenge
  }
}

/// A credentials field's value, read by the grammar or not (RFC 9110 11.4).
indirect enum CredentialsField: Sendable {
  /// There is no such field line.
  case absent
  /// The grammar reads it.
  case read(Octets, Credentials)
  /// The grammar does not.
  case malformed(Octets, GrammarError)

  /// The first value of the field in which a server of that kind looks for credentials (RFC 9110
  /// 11.6.2, 11.7.2).
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
