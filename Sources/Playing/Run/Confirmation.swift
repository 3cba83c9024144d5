// SPDX-License-Identifier: Apache-2.0

import Clients
import Judging
import Scenarios
import Transcripts

/// Plays doubtful cases again before their results count: a case that is broken or inconclusive,
/// or that misses an expected failure, has this result only if further plays have it, too.
///
/// The first cases of a cause are played until one outcome has come three times. Once a cause is
/// known, one further play confirms it. A play in which time ran out is made again with twice the
/// time of the play before. A case whose plays differ is flaky, unless only plays differ that ended
/// by a time limit or may have been a race, and the others have come to one outcome.
final class Confirmation {
  /// Plays plans side by side; a request may take `patience` times as long as usual.
  typealias Play = (_ plans: [CasePlan], _ patience: Int) -> [PlayedCase]

  /// The number of cases of one cause that are confirmed in full.
  static let casesInFull = 3
  /// The number of flaky cases after which a client counts as varying by chance: then all cases are
  /// confirmed in full.
  static let variation = 5
  /// A case is played at most this often for each play that would confirm it.
  static let mostPlays = 2
  /// The most that the time for a request is multiplied by.
  static let mostPatience = 8

  /// The number of further plays that confirm a result in full.
  private let count: Int
  private let expected: [ExpectedFailure]
  private let isOver: () -> Bool
  private var flaky = 0
  /// The number of confirmed cases of each cause.
  private var confirmed: [Cause: Int] = [:]

  /// What doubtful results have in common.
  fileprivate enum Cause: Hashable {
    case inconclusive
    case unmet
    case broken(FailureCause)
  }

  /// A case that is played again.
  fileprivate struct Doubt {
    let plan: CasePlan
    let cause: Cause
    /// The plays with the same outcome that are enough.
    let enough: Int
    var plays: [CaseResult]
    var patience = 1
  }

  /// Confirmation for the cases of one worker; no play is begun once `isOver` holds.
  init(options: RunOptions, expected: ExpectedFailures?, isOver: @escaping () -> Bool) {
    count = options.retries
    self.expected = expected?.entries.filter(\.isExact) ?? []
    self.isOver = isOver
  }

  /// Plays cases again if needed, and returns the results. `plans` has the plan of each case that
  /// was played, at most as many as `play` plays side by side.
  func settled(_ results: [CaseResult], plans: [CasePlan?], play: Play) -> [CaseResult] {
    var (results, plans) = (results, plans)
    for index in results.indices {
      guard let plan = plans[index]?.onWireServers(after: results[index]) else { continue }
      plans[index] = plan
      if let played = play([plan], 1).first {
        results[index] = played.judged(index: results[index].index)
      }
    }
    guard count > 0 else { return results }
    var doubts: [Int: Doubt] = [:]
    for index in results.indices {
      guard let plan = plans[index], let cause = cause(of: results[index]) else { continue }
      let isInFull =
        confirmed[cause, default: 0] < Confirmation.casesInFull || flaky >= Confirmation.variation
      doubts[index] = Doubt(
        plan: plan, cause: cause, enough: isInFull ? count + 1 : 2, plays: [results[index]])
    }
    while !isOver(), playAgain(&doubts, play) {}
    for (index, doubt) in doubts { results[index] = settled(doubt) }
    return results
  }

  /// Plays each case that is not settled once more. Returns `false` if there is none.
  private func playAgain(_ doubts: inout [Int: Doubt], _ play: Play) -> Bool {
    let open = doubts.keys.filter { doubts[$0].map(isOpen) ?? false }.sorted()
    for index in open { doubts[index]?.takeMoreTime() }
    let byPatience = Dictionary(grouping: open) { doubts[$0]?.patience ?? 1 }
    for (patience, places) in byPatience.sorted(by: { $0.key < $1.key }) where !isOver() {
      for (index, played) in zip(places, play(places.compactMap { doubts[$0]?.plan }, patience)) {
        let place = doubts[index]?.plays[0].index ?? 0
        doubts[index]?.plays.append(played.judged(index: place))
      }
    }
    return !open.isEmpty
  }

  private func isOpen(_ doubt: Doubt) -> Bool {
    let outcomes = PlayOutcomes(doubt.plays)
    // Plays that differ are settled by the number that the first cases of a cause need.
    let enough = outcomes.areEqual ? doubt.enough : max(doubt.enough, count + 1)
    return outcomes.usual.count < enough && doubt.plays.count < (count + 1) * Confirmation.mostPlays
  }

  private func settled(_ doubt: Doubt) -> CaseResult {
    confirmed[doubt.cause, default: 0] += 1
    let outcomes = PlayOutcomes(doubt.plays)
    if outcomes.areEqual { return doubt.plays[0] }
    if outcomes.usual.count > count, outcomes.othersAreExcused, var usual = outcomes.usual.first {
      usual.dismissed = Flakiness(doubt.plays)
      return usual
    }
    guard let flakiness = Flakiness(doubt.plays) else { return doubt.plays[0] }
    flaky += 1
    // The reported play is one that broke a check.
    return (doubt.plays.first { !$0.broken.isEmpty } ?? doubt.plays[0]).withDoubt(flakiness)
  }

  /// The cause for which a result is doubtful; `nil` if it counts as it is.
  private func cause(of result: CaseResult) -> Cause? {
    switch result.verdict {
    case .skipped, .error: return nil
    case .pass, .note, .warn, .inconclusive, .fail, .timeout, .crash: break
    }
    let causes = result.checks.filter(\.verdict.isBroken).map { FailureCause($0, in: result) }
    if let gravest = causes.min() { return .broken(gravest) }
    if isUnmet(result) { return .unmet }
    return result.verdict == .inconclusive ? .inconclusive : nil
  }

  /// `true` if an expected failure did not happen.
  private func isUnmet(_ result: CaseResult) -> Bool {
    guard !expected.isEmpty else { return false }
    let id = result.played.id
    return expected.contains { entry in
      entry.covers(case: id)
        && !result.checks.contains {
          entry.covers(check: $0.descriptor.id) && $0.verdict.rawValue == entry.verdict.rawValue
        }
    }
  }
}

extension Confirmation.Doubt {
  /// Doubles the time for the next play if it ran out in the last one.
  fileprivate mutating func takeMoreTime() {
    guard let last = plays.last, last.lateness > .inTime else { return }
    patience = min(2 * patience, Confirmation.mostPatience)
  }
}

extension CaseResult {
  /// Returns the result with the checks that were broken in some plays only as inconclusive; so is
  /// the case if no other check was broken.
  fileprivate func withDoubt(_ flakiness: Flakiness) -> CaseResult {
    var result = self
    result.flakiness = flakiness
    var isBroken = false
    for index in result.checks.indices {
      let check = result.checks[index]
      guard check.verdict.isBroken else { continue }
      guard flakiness.checks.contains(check.descriptor.id) else {
        isBroken = true
        continue
      }
      result.checks[index] = Check(
        check.descriptor, .inconclusive,
        expected: check.finding?.expected ?? check.descriptor.title,
        observed: "\(flakiness.sentence); in one that broke it: "
          + (check.finding?.observed ?? "it did not hold"),
        diagnosis: check.finding?.diagnosis, exchange: check.finding?.exchange)
    }
    if isBroken {
      result.verdict = CaseJudge.verdict(result.checks, isObservation: false)
    } else {
      result.verdict = .inconclusive
      result.reason = flakiness.sentence
    }
    return result
  }
}
