// SPDX-License-Identifier: Apache-2.0

import JSON
import Transcripts

extension RunShard: JSONFormed {
  package static let form = JSONForm(
    RunShard(
      number: 0, count: 0, selected: 0, places: [], scenarios: "", options: [], isOfAll: false),
    .must("number", \.number), .must("count", \.count), .must("selected", \.selected),
    .must("scenarios", \.scenarios), .must("options", \.options), .must("ofAll", \.isOfAll),
    .must("places", \.places))
}

extension ExpectationUse: JSONFormed {
  package static let form = JSONForm(
    ExpectationUse(), .may("hasCase", \.hasCase), .may("wasPlayed", \.wasPlayed),
    .may("wasMet", \.wasMet), .must("file", \.file), .must("line", \.line),
    .must("withoutCase", \.withoutCase), .must("unmet", \.unmet), .may("patterns", \.patterns))
}
