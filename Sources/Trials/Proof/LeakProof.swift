// SPDX-License-Identifier: Apache-2.0

import Judging
import Playing
import Scenarios
import Transcripts

/// The results of a leak's cases for one version of a client.
package struct LeakPlay: Sendable {
  /// A case in which the leak was seen.
  package struct Evidence: Sendable {
    /// The first check that shows it, with what was observed.
    package let objection: Objection
    /// The recording; `nil` if there is none.
    package let recording: Recording?
  }

  /// The client, once it is known.
  package private(set) var client: ClientIdentity?
  /// The cases in which the leak was seen, in the order of the run.
  private(set) var evidence: [Evidence] = []
  /// The ids of the cases that reached a verdict.
  private(set) var verdicts: Set<String> = []
  private let entry: ProofEntry

  package init(_ entry: ProofEntry) { self.entry = entry }

  /// Takes an event of a run; ignores cases that the entry does not cover.
  package mutating func take(_ event: Event) {
    switch event {
    case .runStarted(let header): client = header.client
    case .caseFinished(let result):
      let id = result.played.id
      guard entry.covers(case: id, tags: result.played.scenario.tags) else { return }
      switch result.verdict {
      case .pass, .note, .warn, .fail: verdicts.insert(id)
      case .skipped, .inconclusive, .timeout, .crash, .error: break
      }
      let broken = result.checks.first {
        $0.verdict.isBad && $0.verdict != .error && entry.covers(check: $0.descriptor.id)
      }
      guard let broken else { return }
      let objection = Objection(result.played, broken, finding: broken.finding)
      evidence.append(Evidence(objection: objection, recording: result.play?.recording))
    case .runFinished: break
    }
  }

  /// The ids of the cases in which the leak was seen.
  package var leaking: [String] { evidence.map(\.objection.played) }

  /// The number of cases that reached a verdict, or in which the leak was seen.
  package var concluded: Int { verdicts.union(leaking).count }

  /// The first case in which the leak was seen.
  package var first: Evidence? { evidence.first }
}

/// Whether two versions of a client show a published leak: the fixed version is the unchanged
/// client, and the leak is the change of the other.
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
    let open = vulnerable.leaking.filter { !clean.verdicts.contains($0) }
    return open.isEmpty ? .shown : .inconclusive(open)
  }

  /// `true` if it is shown, or the entry says why it is not, but not both.
  package var isAsClaimed: Bool { (outcome == .shown) == (entry.unshown == nil) }
}
