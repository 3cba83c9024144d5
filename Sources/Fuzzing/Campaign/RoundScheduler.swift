// SPDX-License-Identifier: Apache-2.0

import Platform

/// Hands out the numbers of inputs to workers and returns their outputs in order.
///
/// Inputs are made in rounds of fixed length. The inputs of a round are made from the corpus of
/// some rounds earlier, because the latest rounds may still be played or triaged. So the inputs do
/// not depend on the number of workers, and no worker waits for the end of a round.
final class RoundScheduler: Sendable {
  /// Inputs in a round.
  static let roundLength: UInt64 = 256

  /// The round whose corpus a round is made from; `nil` for the first rounds. The lag grows with
  /// the number of the round: the latest rounds matter less then, and workers can continue longer
  /// during a triage.
  static func source(of round: UInt64) -> UInt64? {
    let lag = min(2 + round / 16, 16)
    return round >= lag ? round - lag : nil
  }

  struct Work: Sendable {
    /// The number of the input.
    var index: UInt64
    /// The inputs that it is made from.
    var pool: InputPool
  }

  struct Output: Sendable {
    let input: FuzzInput
    let observation: TargetObservation
    /// The features of the input if there are failures; empty otherwise.
    let features: [InputFeature]

    init(_ input: FuzzInput, _ observation: TargetObservation) {
      self.input = input
      self.observation = observation
      features = observation.failures.isEmpty ? [] : InputTrees(input).features
    }
  }

  private struct State {
    var waiting: [UInt64: Output] = [:]
    var next: UInt64 = 0
    var merged: UInt64 = 0
    /// The pools of earlier rounds that later rounds are made from.
    var pools: [UInt64: InputPool] = [:]
    var workers: Int
    var isClosed = false

    /// The pool that the next input is made from; `nil` if that round is not over.
    var pool: InputPool? {
      guard let source = RoundScheduler.source(of: next / RoundScheduler.roundLength) else {
        return InputPool()
      }
      return pools[source]
    }
  }

  private let state: Monitor<State>
  private let total: UInt64

  /// A scheduler of `total` inputs.
  init(total: UInt64, workers: Int) {
    self.total = total
    state = Monitor(State(workers: workers))
  }

  /// The next inputs to play; waits until there are some. Empty if there will be none.
  func take(atMost limit: Int) -> [Work] {
    state.wait { state in
      guard !state.isClosed, state.next < total else { return .done([]) }
      var work: [Work] = []
      while work.count < limit, state.next < total, let pool = state.pool {
        work.append(Work(index: state.next, pool: pool))
        state.next += 1
      }
      return work.isEmpty ? .waits : .done(work)
    }
  }

  /// The number of batches after which the merging thread is woken, which takes the processor from
  /// a worker. A worker can be much further ahead, so no worker waits for a merge.
  private static let batchesAtOnce = 4

  /// Hands in the outputs of some inputs.
  func put(_ outputs: [Output], of work: [Work]) {
    let enough = work.count > 1 ? RoundScheduler.batchesAtOnce * work.count : 1
    state.change(wakes: { $0.waiting.count >= enough }) { state in
      for (output, work) in zip(outputs, work) { state.waiting[work.index] = output }
    }
  }

  /// Called when a worker ends.
  func leave() { state.change { $0.workers -= 1 } }

  /// Hands out no more inputs.
  func close() { state.change { $0.isClosed = true } }

  /// The output of the next input in order; `nil` if there will be none.
  func nextOutput() -> Output? {
    state.wait { state in
      if let output = state.waiting.removeValue(forKey: state.merged) {
        state.merged += 1
        return .done(output)
      }
      return state.workers == 0 || state.merged >= total ? .done(nil) : .waits
    }
  }

  /// Ends a round, and keeps the pool after it for later rounds.
  func endRound(_ round: UInt64, pool: InputPool) {
    state.change { state in
      state.pools[round] = pool
      guard let oldest = RoundScheduler.source(of: state.next / RoundScheduler.roundLength) else {
        return
      }
      state.pools = state.pools.filter { $0.key >= oldest }
    }
  }
}
