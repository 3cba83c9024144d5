// SPDX-License-Identifier: Apache-2.0

import Playing

/// The result of playing cases to one mutant.
package struct MutantOutcome: Hashable, Sendable {
  /// How its plays ended.
  package enum End: Hashable, Sendable {
    /// A check broke that held without it.
    case killed(check: String)
    /// The client crashed, or worked without end.
    case crashed
    /// No check noticed it in any case in which it could make a difference.
    case survived
    /// The plays ended before their time.
    case interrupted
  }

  /// The mutant.
  package let mutant: CodeMutant
  /// The number of cases in which it could make a difference.
  package let planned: Int
  /// The number of plays.
  package internal(set) var played = 0
  /// How its plays ended.
  package internal(set) var end = End.interrupted
  /// The id of the case that killed it; `nil` if none did.
  package internal(set) var witness: String?

  init(_ mutant: CodeMutant, planned: Int) {
    self.mutant = mutant
    self.planned = planned
  }

  /// `true` if a check or a crash distinguished it from the unchanged client.
  package var isKilled: Bool {
    switch end {
    case .killed, .crashed: true
    case .survived, .interrupted: false
    }
  }
}

/// The result of playing all mutants.
package struct MutantResult: Sendable {
  /// The number of cases that were played to the client without a change.
  package internal(set) var cases = 0
  /// The ids of the cases that it fails.
  package internal(set) var referenceFailures: [String] = []
  /// The outcome of each, by number.
  package internal(set) var outcomes: [MutantOutcome] = []
  /// The number of plays of all mutants.
  package var plays: Int { outcomes.reduce(0) { $0 + $1.played } }
  /// Nanoseconds.
  package internal(set) var duration: Int64 = 0
  /// A signal ended it early.
  package internal(set) var isInterrupted = false
  /// The harness could not start its processes.
  package internal(set) var isFaulty = false
}
