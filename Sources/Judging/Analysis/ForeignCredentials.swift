// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension AnalyzedTranscript {
  /// `true` if Basic credentials are the user information of a Location that a server sent before.
  func isUserInformationOfLocation(_ sent: SentCredentials) -> Bool {
    guard let pair = sent.value.basicPair else { return false }
    return exchanges[..<sent.exchange].contains { earlier in
      earlier.reply?.fields?.values(of: "Location").contains { location in
        guard let information = location.userInformation?.percentDecoded else { return false }
        return pair == information || pair == Octets(information.array + [UInt8(ascii: ":")])
      } ?? false
    }
  }

  /// `true` if the challenge that a Digest answers names the server in its domain.
  ///
  /// "An absolute-URI in this list may refer to a different server than the web-origin" (RFC 7616
  /// 3.3).
  func isInDomain(_ server: Int, of sent: SentCredentials) -> Bool {
    guard let nonce = sent.digest?.value(.nonce) else { return false }
    return states.contains { state in
      state.issued.contains { challenge in
        guard challenge.hasNonce(nonce), let domain = challenge.value(of: "domain") else {
          return false
        }
        return domain.bytes.split(separator: UInt8(ascii: " ")).contains { uri in
          let target = TargetForm(Octets(uri), method: "GET")
          guard let authority = target.authority else { return false }
          return addresses.server(meantBy: authority, isSecure: target.isSecure) == server
        }
      }
    }
  }

  /// The mistake in the credentials of a request; `nil` if there is none, or if they answer a
  /// challenge of another server: then more is wrong than how they were made.
  func diagnosis(of exchange: Int) -> Diagnosis? {
    if let nonce = unknownNonce(in: exchange),
      issuer(of: nonce, otherThan: exchanges[exchange].server) != nil
    {
      return nil
    }
    return facts[exchange].credentials.diagnosis
  }

  /// The rule that the mistake in the credentials of a request breaks, if it is known.
  func rule(ofMistakeIn exchange: Int) -> BrokenRule? {
    guard let diagnosis = diagnosis(of: exchange) else { return nil }
    if let nonce = unknownNonce(in: exchange),
      states[exchanges[exchange].server].issued.contains(where: { $0.isOtherWithNonce(nonce) })
    {
      return BrokenRule("R013", .robust)
    }
    return diagnosis.rule
  }

  /// The nonce of a request's Digest if its server did not issue it; `nil` otherwise.
  private func unknownNonce(in exchange: Int) -> Octets? {
    let credentials = facts[exchange].credentials
    return credentials.diagnosis?.mistake == .nonceUnknown
      ? credentials.digest?.value(.nonce) : nil
  }
}
