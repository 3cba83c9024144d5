// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// What servers say in NTLM, in words.
enum NTLMProse {
  /// `NTLM, and message 2 with the nonce 0123456789abcdef of the domain AUTHSPEC`.
  static func text(_ offer: NTLMOffer) -> String {
    let nonce = offer.nonce.map { $0.hex(digits: 2) }.joined()
    var words = ["the nonce \(nonce)", "the domain \(Visible.line(offer.domain))"]
    if offer.timestamp != nil { words.append("a timestamp") }
    if !offer.without.isEmpty {
      let features = offer.without.map(\.rawValue).sorted()
      words.append("no \(Phrases.joined(features, "or"))")
    }
    if let defect = offer.defect { words.append("the defect \(defect.rawValue)") }
    return "NTLM, and to message 1 a message 2 with \(Phrases.joined(words))"
  }
}
