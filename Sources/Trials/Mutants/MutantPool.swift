// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing

/// Plays mutants in copies of this process, several at a time. The end of a copy shows a mutant
/// that crashes or does not end.
final class MutantPool {
  /// Mutants for one copy, unless one of them ends it.
  private static let mutantsForCopy = 16

  private let player: MutantPlayer
  private let mutants: [CodeMutant]
  private let threads: Int
  private let interruption: Interruption
  private let loop = EventLoop()
  private var outcomes: [MutantOutcome?]
  private var waiting: [ArraySlice<Int>] = []
  private var copies: [ObjectIdentifier: Copy] = [:]
  private var done = 0
  private var survivors = 0
  private(set) var isFaulty = false

  /// A copy of this process, with the mutants that it is to play.
  private final class Copy {
    var left: ArraySlice<Int>
    var outcome: MutantOutcome?
    var index = 0
    var process: ForkedProcess?

    init(_ left: ArraySlice<Int>) { self.left = left }
  }

  init(_ player: MutantPlayer, _ mutants: [CodeMutant], threads: Int, _ interruption: Interruption)
  {
    self.player = player
    self.mutants = mutants
    self.threads = max(1, threads)
    self.interruption = interruption
    outcomes = Array(repeating: nil, count: mutants.count)
  }

  func perform(_ report: (_ done: Int, _ survivors: Int) -> Void) -> [MutantOutcome] {
    var rest = Array(mutants.indices)[...]
    while !rest.isEmpty {
      waiting.append(rest.prefix(MutantPool.mutantsForCopy))
      rest = rest.dropFirst(MutantPool.mutantsForCopy)
    }
    waiting.reverse()
    while !waiting.isEmpty || !copies.isEmpty {
      if interruption.isRaised {
        waiting = []
        for copy in copies.values { copy.process?.end() }
      }
      while copies.count < threads, let next = waiting.popLast() { start(next) }
      loop.turn(until: Instant.now.advanced(byMilliseconds: 50))
      report(done, survivors)
    }
    return outcomes.enumerated().map { $1 ?? player.begun(mutants[$0]) }
  }

  private func start(_ numbers: ArraySlice<Int>) {
    let copy = Copy(numbers)
    let key = ObjectIdentifier(copy)
    copies[key] = copy
    copy.process = ForkedProcess(
      on: loop, onLine: { [unowned self] in take($0, of: copy) },
      onEnd: { [unowned self] in end(copy, $0) },
      work: { [player, mutants] sender in
        for number in numbers {
          var played = 0
          let outcome = player.examine(mutants[number]) { index in
            played += 1
            sender.send("play \(index) \(played)")
          }
          sender.send(MutantPool.line(outcome))
        }
      })
    if copy.process == nil {
      copies[key] = nil
      isFaulty = true
    }
  }

  // MARK: Reports of copies

  private static func line(_ outcome: MutantOutcome) -> String {
    switch outcome.end {
    case .killed(let check): "killed \(outcome.played) \(check)"
    case .crashed: "crashed \(outcome.played)"
    case .survived: "survived \(outcome.played)"
    case .interrupted: "interrupted \(outcome.played)"
    }
  }

  private func take(_ line: String, of copy: Copy) {
    guard let number = copy.left.first else { return }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count >= 2 else { return }
    var outcome = copy.outcome ?? player.begun(mutants[number])
    defer { copy.outcome = outcome }
    switch words[0] {
    case "play":
      copy.index = Int(words[1]) ?? 0
      outcome.played = words.count > 2 ? Int(words[2]) ?? 0 : 0
      return
    case "killed":
      outcome.end = .killed(check: words.count > 2 ? words[2] : "")
      outcome.witness = player.id(copy.index)
    case "survived": outcome.end = .survived
    default: break
    }
    finish(outcome, copy)
    copy.left = copy.left.dropFirst()
    copy.index = 0
    outcome = copy.left.first.map { player.begun(mutants[$0]) } ?? outcome
  }

  private func finish(_ outcome: MutantOutcome, _ copy: Copy) {
    guard let number = copy.left.first else { return }
    outcomes[number] = outcome
    done += 1
    if outcome.end == .survived { survivors += 1 }
  }

  private func end(_ copy: Copy, _ end: ForkedProcess.End) {
    copies[ObjectIdentifier(copy)] = nil
    copy.process = nil
    guard !interruption.isRaised, let number = copy.left.first else { return }
    // This mutant ended the copy; another copy plays the rest.
    var outcome = copy.outcome ?? player.begun(mutants[number])
    outcome.end = .crashed
    outcome.witness = player.id(copy.index)
    finish(outcome, copy)
    let rest = copy.left.dropFirst()
    if !rest.isEmpty { waiting.append(rest) }
  }
}
