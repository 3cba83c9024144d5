// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What servers say in SCRAM, in words.
enum SCRAMProse {
  /// `SCRAM-SHA-256 for the realm "vault", and to the client's first message …`
  static func text(_ offer: SCRAMOffer) -> String {
    let realm = offer.realm.map { " for the realm \"\(Visible.line($0))\"" } ?? ""
    var words = [
      "the nonce \(Visible.line(offer.nonce)) behind its own", "\(offer.iterations) iterations",
    ]
    if let defect = offer.defect { words.append("the defect \(defect.rawValue)") }
    return "SCRAM-SHA-256\(realm), and to a first message one of its own with "
      + Phrases.joined(words)
  }

  static func text(_ verifier: InfoTemplate.Verifier) -> String {
    switch verifier {
    case .right: "the right signature of the server"
    case .wrong: "a wrong signature of the server"
    case .error: "an error in place of the server's signature"
    case .sidOther: "the server's signature for another sid"
    }
  }
}
