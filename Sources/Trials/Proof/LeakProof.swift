// SPDX-License-Identifier: Apache-2.0

import Judging
import Playing
import Scenarios
import Transcripts

/// The results of a leak's cases for one version of a client.
package struct LeakPlay: Sendable {
  /// A case, and the results of the checks that show the leak.
  struct Played: Sendable {
    var verdict: Verdict
    /// The checks that were broken, and what was observed.
    var broken: [(check: String, observed: String)]
    /// The recording; `nil` if no check was broken.
    var recording: Recording?

    /// `true` if the case reached a verdict.
    var isConcluded: Bool {
      switch verdict {
      case .pass, .note, .warn, .fail: true
      case .skipped, .inconclusive, .timeout, .crash, .error: false
      }
    }
  }

  /// The client, once it is known.
  package internal(set) var client: ClientIdentity?
  var cases: [String: Played] = [:]
  /// The ids of the cases, in the order of the run.
  var order: [String] = []
  private let entry: ProofEntry

  package init(_ entry: ProofEntry) { self.entry = entry }

  /// Takes an event of a run; ignores cases that the entry does not cover.
  package mutating func take(_ event: Event) {
    switch event {
    case .runStarted(let header): client = header.client
    case .caseFinished(let result):
      let id = result.played.id
      guard entry.covers(case: id, tags: result.played.scenario.tags) else { return }
      order.append(id)
      let broken = result.checks.filter {
        $0.verdict.isBad && $0.verdict != .error && entry.covers(check: $0.descriptor.id)
      }
      cases[id] = Played(
        verdict: result.verdict,
        broken: broken.map { ($0.descriptor.id, $0.finding?.observed ?? "") },
        recording: broken.isEmpty ? nil : result.play?.recording)
    case .runFinished: break
    }
  }

  /// The cases in which the leak was seen.
  package var leaking: [String] { order.filter { cases[$0]?.broken.isEmpty == false } }

  /// The number of cases that reached a verdict.
  package var concluded: Int { cases.values.count { $0.isConcluded || !$0.broken.isEmpty } }

  /// The first check that was broken, what was observed, and in which recording.
  package var evidence: Evidence? {
    for id in order {
      guard let played = cases[id], let first = played.broken.first else { continue }
      return Evidence(
        id: id, check: first.check, observed: first.observed, recording: played.recording)
    }
    return nil
  }

  /// A check that shows the leak.
  package struct Evidence: Sendable {
    /// The id of the case.
    package let id: String
    /// The id of the check.
    package let check: String
    /// What was observed.
    package let observed: String
    /// In which recording; `nil` if there is none.
    package let recording: Recording?
  }
}

/// Whether two versions of a client show a published leak.
package struct LeakProof: Sendable {
  /// The outcome of the comparison.
  package enum Outcome: Hashable, Sendable {
    /// The version that has the leak was seen to leak, and the other, in the same situations, was
    /// not.
    case shown
    /// The version that has the leak was not seen to leak.
    case unseen
    /// The fixed version was seen to leak in these cases.
    case unmended([String])
    /// The fixed version reached no verdict in these cases, in which the other leaked.
    case inconclusive([String])
    /// It was not tried, and the entry says why.
    case untried
  }

  /// The entry to be shown.
  package let entry: ProofEntry
  /// The leak, in a sentence.
  package let text: String
  /// The results of the version that has the leak.
  package let vulnerable: LeakPlay
  /// The results of the fixed version.
  package let clean: LeakPlay

  package init(_ entry: ProofEntry, text: String, vulnerable: LeakPlay, clean: LeakPlay) {
    self.entry = entry
    self.text = text
    self.vulnerable = vulnerable
    self.clean = clean
  }

  /// Its verdict.
  package var outcome: Outcome {
    if entry.vulnerable == nil || entry.clean == nil { return .untried }
    if !clean.leaking.isEmpty { return .unmended(clean.leaking) }
    if vulnerable.leaking.isEmpty { return .unseen }
    let open = vulnerable.leaking.filter { clean.cases[$0]?.isConcluded != true }
    return open.isEmpty ? .shown : .inconclusive(open)
  }

  /// `true` if it is shown, or the entry says why it is not, but not both.
  package var isAsClaimed: Bool { (outcome == .shown) == (entry.unshown == nil) }
}
