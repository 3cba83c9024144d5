import Platform

/// Hands out the numbers of inputs to workers and takes what came of them, in order.
///
/// Inputs are made in rounds of fixed length. Those of a round are made from the corpus as it was some rounds before: the
/// latest may still be in play, or wait while something is looked into. So an input is the same whatever the number of
/// workers, and no worker waits for the end of a round.
final class RoundScheduler: Sendable {
  /// Inputs in a round.
  static let roundLength: UInt64 = 256

  /// The round with whose corpus a round is made; nil where there is none yet. The later a round is, the less it matters that
  /// the latest rounds are left out, and the longer workers may go on while something is looked into.
  static func source(of round: UInt64) -> UInt64? {
    let lag = min(2 + round / 16, 16)
    return round >= lag ? round - lag : nil
  }

  /// A piece of work.
  struct Work: Sendable {
    /// The number of the input.
    var index: UInt64
    /// What it is made from.
    var pool: InputPool
  }

  /// What came of it.
  struct Output: Sendable {
    /// The input.
    var input: FuzzInput
    /// What the target did with it.
    var observation: TargetObservation
    /// What about the input may be the reason, where something is wrong.
    var traits: FeatureSet

    init(_ input: FuzzInput, _ observation: TargetObservation) {
      self.input = input
      self.observation = observation
      traits = observation.hits.isEmpty ? [] : InputTrees(input).traits
    }
  }

  private struct Board {
    var waiting: [UInt64: Output] = [:]
    var next: UInt64 = 0
    var merged: UInt64 = 0
    /// The corpus as it was after a round, of those that rounds to come are made from.
    var pools: [UInt64: InputPool] = [:]
    var workers: Int
    var isClosed = false

    /// What the next input is made from; nil where that is not known yet.
    var pool: InputPool? {
      guard let source = RoundScheduler.source(of: next / RoundScheduler.roundLength) else {
        return InputPool()
      }
      return pools[source]
    }
  }

  private let board: Monitor<Board>
  private let total: UInt64

  /// A board for so many inputs.
  init(total: UInt64, workers: Int) {
    self.total = total
    board = Monitor(Board(workers: workers))
  }

  /// The next inputs to be made and shown, at most so many; none when there are none, or no more are wanted.
  func take(most: Int) -> [Work] {
    board.wait { board in
      guard !board.isClosed, board.next < total else { return .done([]) }
      var work: [Work] = []
      while work.count < most, board.next < total, let pool = board.pool {
        work.append(Work(index: board.next, pool: pool))
        board.next += 1
      }
      return work.isEmpty ? .waits : .done(work)
    }
  }

  /// How many workers' outputs are merged at once where a worker has several: each time takes one of them its processor. Far
  /// fewer than a worker may be ahead, so that nobody waits for what is not merged.
  private static let handedInAtOnce = 4

  /// Hands in what came of some inputs.
  func put(_ outputs: [Output], of work: [Work]) {
    let enough = work.count > 1 ? RoundScheduler.handedInAtOnce * work.count : 1
    board.change(wakes: { $0.waiting.count >= enough }) { board in
      for (output, work) in zip(outputs, work) { board.waiting[work.index] = output }
    }
  }

  /// A worker will hand in nothing more.
  func leave() { board.change { $0.workers -= 1 } }

  /// No further input is shown.
  func close() { board.change { $0.isClosed = true } }

  /// What came of the next input in order; nil when there will be none.
  func nextOutput() -> Output? {
    board.wait { board in
      if let output = board.waiting.removeValue(forKey: board.merged) {
        board.merged += 1
        return .done(output)
      }
      return board.workers == 0 || board.merged >= total ? .done(nil) : .waits
    }
  }

  /// A round is over: a later one is made from this pool.
  func endRound(_ round: UInt64, pool: InputPool) {
    board.change { board in
      board.pools[round] = pool
      guard let oldest = RoundScheduler.source(of: board.next / RoundScheduler.roundLength) else {
        return
      }
      board.pools = board.pools.filter { $0.key >= oldest }
    }
  }
}
