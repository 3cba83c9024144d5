// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The content of the server's first message of SCRAM-SHA-256 (RFC 7804 5).
  func scramOffer(_ node: YAMLNode) -> SCRAMOffer? {
    guard let fields = fields(node, as: SCRAMKey.self),
      let nonce = fields[.nonce].flatMap({ octets($0, "a nonce") })
    else { return nil }
    if let entry = fields.entry(.nonce),
      nonce.contains(where: { $0 <= 0x20 || $0 == 0x2C || $0 > 0x7E })
    {
      report(
        entry.value, "a nonce of SCRAM has printable characters and no comma (RFC 5802 5.1)",
        hint: "as in s-1")
    }
    return fields.read(into: SCRAMOffer(nonce: nonce)) { key, node, offer in
      switch key {
      case .scheme, .nonce: break
      case .realm: offer.realm = octets(node, "a realm")
      case .salt: set(&offer.salt, octets(node, "a salt"))
      case .iterations:
        set(&offer.iterations, number(node, "iterations", in: 1...Decoder.maximumIterations))
      case .broken: offer.defect = choice(node, "a defect of the server's first message")
      }
    }
  }

  private static let maximumIterations = 100_000
}
