// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Scenarios
import Transcripts

/// Performs trials in copies of this process, several at a time. The end of a copy shows a changed
/// client that crashes or does not end.
final class TrialCopies {
  /// Trials for one copy, unless one of them ends it.
  private static let trialsForCopy = 16

  private let player: TrialPlayer
  private let loop = EventLoop()
  private var outcomes: [Int: TrialOutcome] = [:]
  private let order: [Int]
  private var waiting: [ArraySlice<Int>] = []
  private var copies: [ObjectIdentifier: Copy] = [:]
  private(set) var isFaulty = false

  /// A copy of this process, with the trials that it is to perform.
  private final class Copy {
    var left: ArraySlice<Int>
    /// The outcome of the first of them so far; `nil` if none is left.
    var outcome: TrialOutcome?
    /// The case in play.
    var played: Case?
    var process: ForkedProcess?

    init(_ left: ArraySlice<Int>) { self.left = left }
  }

  /// What a copy says, each in a line.
  private enum Word: String {
    /// A case is played: its index follows.
    case play
    /// A check of the case is broken: its verdict and its id follow.
    case broken
    /// The trial is over.
    case end
    /// The trial was interrupted.
    case cut
  }

  init(_ player: TrialPlayer, _ order: [Int]) {
    self.player = player
    self.order = order
  }

  /// Returns the outcomes in order; `nil` for trials that did not end.
  func perform(_ report: () -> Void) -> [TrialOutcome?] {
    var rest = order[...]
    while !rest.isEmpty {
      waiting.append(rest.prefix(TrialCopies.trialsForCopy))
      rest = rest.dropFirst(TrialCopies.trialsForCopy)
    }
    waiting.reverse()
    while !waiting.isEmpty || !copies.isEmpty {
      if player.interruption.isRaised {
        waiting = []
        for copy in copies.values { copy.process?.end() }
      }
      while copies.count < max(1, player.options.jobs), let next = waiting.popLast() { start(next) }
      loop.turn(until: Instant.now.advanced(byMilliseconds: 50))
      report()
    }
    return order.map { outcomes[$0] }
  }

  private func start(_ numbers: ArraySlice<Int>) {
    let copy = Copy(numbers)
    begin(copy)
    copies[ObjectIdentifier(copy)] = copy
    copy.process = ForkedProcess(
      on: loop, onLine: { [unowned self] in take($0, of: copy) },
      onEnd: { [unowned self] _ in end(copy) },
      work: { [player] sender in
        for number in numbers {
          let outcome = player.examine(number) { sender.send("\(Word.play.rawValue) \($0)") }
          for objection in outcome.objections {
            sender.send(
              "\(Word.broken.rawValue) \(objection.verdict.rawValue) \(objection.check)")
          }
          sender.send((outcome.isInterrupted ? Word.cut : .end).rawValue)
        }
      })
    if copy.process == nil {
      copies[ObjectIdentifier(copy)] = nil
      isFaulty = true
    }
  }

  private func take(_ line: String, of copy: Copy) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch words.first.flatMap(Word.init(rawValue:)) {
    case .play:
      guard words.count == 2, let index = Int(words[1]), player.plans.indices.contains(index)
      else { return }
      let played = player.plans[index].played
      copy.played = played
      if copy.outcome?.cases.insert(played.id).inserted ?? false { player.played.add() }
    case .broken:
      guard words.count == 3, let verdict = Verdict(rawValue: words[1]), let played = copy.played
      else { return }
      copy.outcome?.objections.append(Objection(played, check: words[2], verdict))
    case .end: finish(copy)
    case .cut:
      copy.outcome?.isInterrupted = true
      finish(copy)
    case nil: break
    }
  }

  /// Prepares for the next trial of a copy.
  private func begin(_ copy: Copy) {
    copy.outcome = copy.left.first.map(player.begun)
    copy.played = nil
  }

  private func finish(_ copy: Copy) {
    guard let number = copy.left.popFirst(), let outcome = copy.outcome else { return }
    outcomes[number] = outcome
    player.count(outcome)
    begin(copy)
  }

  private func end(_ copy: Copy) {
    copies[ObjectIdentifier(copy)] = nil
    copy.process = nil
    guard !player.interruption.isRaised, !copy.left.isEmpty else { return }
    // This change ended the copy; another copy performs the rest.
    copy.outcome?.crash = copy.played?.id ?? ""
    finish(copy)
    if !copy.left.isEmpty { waiting.append(copy.left) }
  }
}
