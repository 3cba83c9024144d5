// SPDX-License-Identifier: Apache-2.0

/// How binding a behaviour is.
package enum Level: String, Hashable, Sendable, CaseIterable {
  /// An RFC requires it. A client that does not show it fails.
  case must
  /// An RFC recommends it. A client that does not show it gets a warning.
  case should
  /// An RFC permits it. It is only noted.
  case may
  /// No RFC requires it in words, but safety or soundness does. A client that does not show it
  /// fails, but is not said to violate an RFC.
  case robust
  /// An observation without a verdict.
  case note
}

/// The part of a scenario file that all its cases share.
package struct Scenario: Hashable, Sendable {
  /// The path below the scenarios' folder, without the extension: `digest/stale-nonce-is-renewed`.
  package var id: String
  /// The path of the file.
  package var file: String
  /// The behaviour as one sentence, without a full stop.
  package var title: String
  package var level: Level
  /// Specifications, such as `RFC 7616 3.3`.
  package var spec: [String] = []
  /// Ids of requirements: `R083`.
  package var requirements: [String] = []
  /// What is known of its requirements and of those of its expectations; empty if there is no list
  /// of requirements.
  package var rules: [Rule] = []
  /// Ids of behaviours that the suites of other projects test: `B21`.
  package var peers: [String] = []
  /// Words for the selection of scenarios.
  package var tags: [String] = []
  /// An explanation, for `explain`.
  package var notes: String?

  package init(id: String, file: String, title: String, level: Level) {
    self.id = id
    self.file = file
    self.title = title
    self.level = level
  }
}
