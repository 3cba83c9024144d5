// SPDX-License-Identifier: Apache-2.0

import Clients
import Judging
import Scenarios
import Transcripts

/// Plays failed cases again before they count: a result that differs from play to play is flaky,
/// and no failure.
///
/// A play in which time ran out is made again with several times as much time, because the machine
/// may have been busy. The failures of a client that was flaky in several cases are played again
/// more often.
final class Retries {
  /// The factor by which a request may take longer when a play is made again in which time ran out.
  static let patience = 4

  /// Plays plans side by side; a request may take `patience` times as long as usual.
  typealias Play = (_ plans: [CasePlan], _ patience: Int) -> [PlayedCase]

  /// The number of flaky cases after which a client counts as varying, and the factor by which its
  /// failures are played again more often then.
  static let variation = (cases: 5, factor: 4)

  /// The most times that a case is played again.
  private let count: Int
  /// The most times if the client varies.
  private let countIfVarying: Int
  /// The number of flaky cases so far.
  private var flaky = 0
  private let expected: [ExpectedFailure]
  private let isOver: () -> Bool

  /// Replays for a client in that place; none is begun once `isOver` holds.
  init(
    place: ClientPlace?, options: RunOptions, expected: ExpectedFailures?,
    isOver: @escaping () -> Bool
  ) {
    // No scheduler is between a client in this thread and its servers, so one replay is enough.
    let usual = place == .thisThread ? 1 : 2
    count = options.retries ?? usual
    countIfVarying = options.retries ?? usual * Retries.variation.factor
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
    for patience in [1, Retries.patience] {
      let doubtful = results.indices.filter { index in
        plans[index] != nil && patience == self.patience(for: results[index])
          && results[index].flakiness == nil && isDoubtful(results[index])
      }
      settle(doubtful, &results, plans, patience: patience, play)
    }
    return results
  }

  private func settle(
    _ places: [Int], _ results: inout [CaseResult], _ plans: [CasePlan?], patience: Int,
    _ play: Play
  ) {
    var plays = places.map { [results[$0]] }
    // The cases to be played again. Those that are known to be flaky are not.
    var open = Array(places.indices)
    let count = flaky < Retries.variation.cases ? count : countIfVarying
    for _ in 0..<(patience > 1 ? 1 : count) where !open.isEmpty && !isOver() {
      let again = open.compactMap { plans[places[$0]] }
      let played = play(again, patience)
      for (number, play) in zip(open, played) {
        plays[number].append(play.judged(index: results[places[number]].index))
      }
      open.removeAll { Flakiness(plays[$0]) != nil }
    }
    for (number, place) in places.enumerated() {
      guard let flakiness = Flakiness(plays[number]) else { continue }
      flaky += 1
      // The reported play is one that broke a check.
      let shown = plays[number].first { !$0.broken.isEmpty } ?? results[place]
      results[place] = shown.withDoubt(flakiness)
    }
  }

  private func patience(for result: CaseResult) -> Int {
    result.lateness > .inTime ? Retries.patience : 1
  }

  /// `true` if a check was broken, or an expected failure did not occur.
  private func isDoubtful(_ result: CaseResult) -> Bool {
    switch result.verdict {
    case .skipped, .error: return false
    case .pass, .note, .warn, .inconclusive, .fail, .timeout, .crash: break
    }
    if !result.broken.isEmpty { return true }
    return isUnmet(result)
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
