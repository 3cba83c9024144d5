// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension FormViolation {
  /// The requirement that is broken, and its level.
  var rule: BrokenRule {
    switch kind {
    case .basicPair: BrokenRule("R053", .robust)
    // "The user-id and password MUST NOT contain any control characters" (RFC 7617 2): this binds
    // the party that chooses them.
    case .controlCharacter: BrokenRule("R055", .should)
    case .bearerToken: BrokenRule("R113", .robust)
    // "This parameter MUST be used by all implementations" (RFC 7616 3.4, of cnonce and nc).
    case .missingCount: BrokenRule("R075", .must)
    case .missing: BrokenRule(ruleOfMissing, .robust)
    case .duplicate: BrokenRule("R097", .robust)
    case .twoNames: BrokenRule("R099", .robust)
    // "a sender MUST only generate the quoted string syntax for the following parameters" (RFC 7616
    // 3.4).
    case .unquoted: BrokenRule("R094", .must)
    case .quoted: BrokenRule("R095", .must)
    case .count: BrokenRule("R086", .robust)
    case .response: BrokenRule("R098", .robust)
    case .extendedName: BrokenRule("R100", .robust)
    case .userhash: BrokenRule("R101", .robust)
    }
  }

  private var ruleOfMissing: String {
    switch parameter {
    case "realm", "nonce": "R067"
    case "uri": "R092"
    case "response": "R098"
    case "username": "R100"
    default: "R075"
    }
  }
}
