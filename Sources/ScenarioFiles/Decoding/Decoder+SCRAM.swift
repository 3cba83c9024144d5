// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let scramOffer: YAMLForm<SCRAMOffer> = .init(
    "a challenge of SCRAM-SHA-256",
    .custom("scheme", .text),
    .option("realm", \.realm, .octets("a realm")),
    .custom("nonce", .text),
    .may("salt", \.salt, .octets("a salt")),
    .may("iterations", \.iterations, .number("iterations", 1...100_000)),
    .option("broken", \.defect, .choice("a defect of the server's first message")))
}

extension Decoder {
  /// The content of the server's first message of SCRAM-SHA-256 (RFC 7804 5).
  func scramOffer(_ node: YAMLNode) -> SCRAMOffer? {
    guard let fields = fields(node, as: Forms.scramOffer),
      let nonce = fields["nonce"].flatMap({ octets($0, "a nonce") })
    else { return nil }
    if let entry = fields.entry("nonce"),
      nonce.contains(where: { $0 <= 0x20 || $0 == 0x2C || $0 > 0x7E })
    {
      report(
        entry.value, "a nonce of SCRAM has printable characters and no comma (RFC 5802 5.1)",
        hint: "as in s-1")
    }
    var offer = SCRAMOffer(nonce: nonce)
    fields.read(into: &offer, by: self)
    return offer
  }
}
