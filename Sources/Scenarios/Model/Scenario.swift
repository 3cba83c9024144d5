// SPDX-License-Identifier: Apache-2.0

/// How binding a scenario's behaviour is.
package enum Level: String, Hashable, Sendable, CaseIterable {
  /// An RFC requires it: breaking it is a failure.
  case must
  /// An RFC recommends it: breaking it is a warning.
  case should
  /// An RFC permits it: either way is noted.
  case may
  /// No RFC says so in words, but safety or soundness does: breaking it is a failure, never "a
  /// violation of an RFC".
  case robust
  /// An observation.
  case note
}

/// The part of a scenario file that all its cases share.
package struct Scenario: Hashable, Sendable {
  /// The path below the scenarios' folder, without the ending: `digest/stale-nonce-is-renewed`.
  package var id: String
  /// The file it was read from.
  package var file: String
  /// The behaviour as one sentence, without a full stop.
  package var title: String
  /// How binding the behaviour is.
  package var level: Level
  /// Specifications, as `RFC 7616 3.3`.
  package var spec: [String]
  /// Ids of requirements: `R083`.
  package var requirements: [String]
  /// Ids of behaviours that other projects' suites test: `B21`.
  package var peers: [String]
  /// Free words to select by.
  package var tags: [String]
  /// More words of explanation, for `explain`.
  package var notes: String?

  package init(id: String, file: String, title: String, level: Level) {
    self.id = id
    self.file = file
    self.title = title
    self.level = level
    spec = []
    requirements = []
    peers = []
    tags = []
  }
}
