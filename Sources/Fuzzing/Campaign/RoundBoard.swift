internal import Conformance

/// Hands out the numbers of inputs to workers and takes what came of them, in order.
///
/// Inputs are made in rounds of fixed length. Those of a round are made from the corpus as it was when the round before the
/// last was merged: the last may still be in play. So an input is the same whatever the number of workers, and no worker
/// waits for the end of a round.
final class RoundBoard: Sendable {
  /// Inputs in a round.
  static let roundLength: UInt64 = 256

  /// A piece of work.
  struct Work: Sendable {
    /// The number of the input.
    var index: UInt64
    /// The corpus that it is made from.
    var corpus: [FuzzInput]
  }

  /// What came of it.
  struct Output: Sendable {
    /// The input.
    var input: FuzzInput
    /// What the target did with it.
    var observation: Observation
    /// What about the input may be the reason, where something is wrong.
    var traits: TraitSet

    init(_ input: FuzzInput, _ observation: Observation) {
      self.input = input
      self.observation = observation
      traits = observation.hits.isEmpty ? [] : InputTrees(input).traits
    }
  }

  private struct Board {
    var waiting: [UInt64: Output] = [:]
    var next: UInt64 = 0
    var merged: UInt64 = 0
    /// The corpora of the rounds that may be played now.
    var corpora: [UInt64: [FuzzInput]]
    var workers: Int
    var isClosed = false
  }

  private let board: Monitor<Board>
  private let total: UInt64

  /// A board for so many inputs; the first two rounds are made from a corpus that is there already.
  init(total: UInt64, workers: Int, corpus: [FuzzInput]) {
    self.total = total
    board = Monitor(Board(corpora: [0: corpus, 1: corpus], workers: workers))
  }

  /// The next inputs to be made and shown, at most so many; none when there are none, or no more are wanted.
  func take(most: Int) -> [Work] {
    board.wait { board in
      guard !board.isClosed, board.next < total else { return .done([]) }
      var work: [Work] = []
      while work.count < most, board.next < total,
        let corpus = board.corpora[board.next / RoundBoard.roundLength]
      {
        work.append(Work(index: board.next, corpus: corpus))
        board.next += 1
      }
      return work.isEmpty ? .waits : .done(work)
    }
  }

  /// Hands in what came of some inputs.
  func put(_ outputs: [Output], of work: [Work]) {
    board.change { board in
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

  /// The round that `merged` inputs complete is over: the round after the next is made from this corpus.
  func endRound(_ round: UInt64, corpus: [FuzzInput]) {
    board.change {
      $0.corpora[round] = nil
      $0.corpora[round + 2] = corpus
    }
  }
}
