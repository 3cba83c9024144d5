// SPDX-License-Identifier: Apache-2.0

/// The kinds of trials that have a report of their own.
package enum TrialKind: Hashable, Sendable {
  case faults, variants, mutants

  /// The word for one change.
  var noun: String {
    switch self {
    case .faults: "fault"
    case .variants: "variant"
    case .mutants: "mutant"
    }
  }

  /// The words for the unchanged client.
  var without: String { self == .mutants ? "without a change" : "without a \(noun)" }
}
