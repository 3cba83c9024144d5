// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A defect of a target, with the smallest input that shows it.
package struct FuzzFinding: Hashable, Sendable {
  /// The id, made from the oracle, the features and, where these do not suffice, the symptoms. The
  /// same defect has the same id in every campaign.
  package let id: String
  /// The failure with the smallest input.
  package var failure: OracleFailure
  /// The features of the smallest input without which nothing is wrong, in the order of `allCases`.
  package let features: [InputFeature]
  /// The smallest input.
  package let input: FuzzInput
  /// The first input with the failure.
  package let original: FuzzInput
  /// The number of that input in its campaign.
  package let run: UInt64
  /// `false` if the first input did not fail again when it was played a second time.
  package let isStable: Bool

  package init(
    failure: OracleFailure, features: [InputFeature], input: FuzzInput, original: FuzzInput,
    run: UInt64, isStable: Bool
  ) {
    self.failure = failure
    self.features = features
    self.input = input
    self.original = original
    self.run = run
    self.isStable = isStable
    let signature = failure.signature
    let symptoms = features.isEmpty || signature.isBySymptoms ? signature.symptoms : []
    let names =
      [signature.oracle.slug] + symptoms.map(\.text) + features.map(\.rawValue)
    id = "\(signature.oracle.slug)-\(Octets(names.joined(separator: "\n")).sha1.prefix(10))"
  }

  /// What is wrong, in one or two sentences.
  package var sentence: String {
    let needed = features.map(\.phrase).joined(separator: "; ")
    return failure.sentence.withShortRuns + (needed.isEmpty ? "" : " It takes: \(needed).")
  }
}

extension String {
  /// The text with each long run of one character written by its length, as inputs write it:
  /// `${4200*a}`.
  var withShortRuns: String {
    // What a line quotes stays the same.
    let maxRun = 120
    var text = ""
    var rest = self[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      let length = run.count
      text += length > maxRun ? "${\(length)*\(character)}" : String(run)
      rest = rest[run.endIndex...]
    }
    return text
  }
}
