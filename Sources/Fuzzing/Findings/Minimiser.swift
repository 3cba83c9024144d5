// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Makes an input smaller as long as a condition holds: first its replies, lines and trees, then
/// its octets.
final class Minimiser {
  static let maxTrials = 2_000
  private let maxTrials: Int
  private var trials = 0
  /// The texts that failed the condition. They are not tried again.
  private var failed: Set<Octets> = []
  private let isOver: () -> Bool
  private let isStillTrue: (FuzzInput) -> Bool
  private var best: FuzzInput

  /// A minimiser of an input for which `isStillTrue` holds; it ends early once `isOver` returns
  /// `true`.
  init(
    _ input: FuzzInput, maxTrials: Int = Minimiser.maxTrials,
    unless isOver: @escaping () -> Bool = { false },
    where isStillTrue: @escaping (FuzzInput) -> Bool
  ) {
    self.maxTrials = maxTrials
    self.isOver = isOver
    self.isStillTrue = isStillTrue
    best = FuzzInput(text: input.text)
  }

  private var mayTry: Bool { trials < maxTrials && !isOver() }

  /// Tries a variation of the best input, and keeps it if it is smaller and the condition holds.
  @discardableResult
  private func keep(_ change: (inout FuzzInput) -> Void) -> Bool {
    var changed = best
    change(&changed)
    let candidate = FuzzInput(text: changed.text)
    guard mayTry, candidate.cost < best.cost, !candidate.replies.isEmpty,
      !failed.contains(candidate.text)
    else { return false }
    trials += 1
    guard isStillTrue(candidate) else {
      failed.insert(candidate.text)
      return false
    }
    best = candidate
    return true
  }

  /// The smallest input found for which the condition holds.
  func smallest() -> FuzzInput {
    for feature in InputFeature.allCases { remove(feature) }
    untilNothingChanges {
      untilNothingChanges {
        dropReplies()
        simplifyReplies()
        dropLines()
        for place in best.linePlaces { shrinkTree(place) }
      }
      // This takes the most trials, so it is done last, when the fewest octets are left.
      for place in best.linePlaces { shrinkOctets(place) }
    }
    return best
  }

  private func untilNothingChanges(_ change: () -> Void) {
    var before: FuzzInput
    repeat {
      before = best
      change()
    } while best != before && mayTry
  }

  /// Removes a feature that is not needed, even if the input does not get shorter.
  private func remove(_ feature: InputFeature) {
    guard mayTry, let simpler = feature.removed(from: best), !simpler.replies.isEmpty
    else { return }
    trials += 1
    if isStillTrue(simpler) { best = simpler }
  }

  // MARK: Replies and lines

  private func dropReplies() {
    for index in best.replies.indices.reversed()
    where best.replies.count > 1 && index < best.replies.count {
      keep { $0.replies.remove(at: index) }
    }
  }

  /// Resets everything in a reply except its lines.
  private func simplifyReplies() {
    let changes: [(inout FuzzReply) -> Void] = [
      { $0.server = .origin }, { $0.startsNewRequest = false }, { $0.isEndless = false },
      { $0.interim = [] }, { $0.statusLine = nil }, { $0.framing = .length },
      { $0.connection = .keep }, { $0.isInPieces = false },
      { $0.interim = $0.interim.dropLast() },
      { reply in reply.statusLine = reply.status.map { Octets("HTTP/1.1 \($0)") } },
    ]
    for index in best.replies.indices {
      for change in changes { keep { change(&$0.replies[index]) } }
    }
  }

  private func dropLines() {
    for index in best.replies.indices {
      for line in best.replies[index].lines.indices.reversed() {
        keep { $0.replies[index].lines.remove(at: line) }
      }
    }
  }

  private func keep(_ value: Octets, at place: FuzzInput.LinePlace) -> Bool {
    keep { if $0.value(at: place) != nil { $0 = $0.replacingValue(at: place, by: value) } }
  }

  // MARK: Trees

  /// Removes challenges and elements, the last first, and parts of the elements that are left.
  private func shrinkTree(_ place: FuzzInput.LinePlace) {
    guard let value = best.value(at: place) else { return }
    var tree = LenientFieldTree(value)
    @discardableResult
    func attempt(_ change: (inout LenientFieldTree) -> Void) -> Bool {
      var smaller = tree
      change(&smaller)
      guard keep(smaller.value, at: place) else { return false }
      tree = smaller
      return true
    }
    let changes: [(inout LenientFieldTree.Element) -> Void] = [
      { ($0.name, $0.sign, $0.value) = (nil, "", "") },
      { $0.rest = "" }, { $0.lead = "" }, { $0.gap = " " }, { $0.gap = "" }, { $0.sign = "=" },
      { if $0.name != nil { $0.value = "a" } }, { if $0.name != nil { $0.value = "\"a\"" } },
      { $0.value = $0.innerValue }, { if $0.scheme != nil { $0.scheme = "a" } },
      { if $0.name != nil { $0.name = "a" } },
    ]
    for challenge in tree.challenges.reversed() where tree.elements.count > challenge.count {
      attempt { $0.elements.removeSubrange(challenge) }
    }
    for index in tree.elements.indices.reversed() {
      if tree.elements.count > 1, attempt({ $0.elements.remove(at: index) }) { continue }
      for change in changes { attempt { change(&$0.elements[index]) } }
    }
  }

  // MARK: Octets

  /// Removes octets, many at once and then fewer, and replaces the others by `a`.
  private func shrinkOctets(_ place: FuzzInput.LinePlace) {
    guard var octets = best.value(at: place)?.array else { return }
    func attempt(_ change: (inout [UInt8]) -> Void) -> Bool {
      var smaller = octets
      change(&smaller)
      guard keep(Octets(smaller), at: place) else { return false }
      octets = smaller
      return true
    }
    var length = max(1, octets.count / 2)
    while length >= 1, mayTry {
      var start = 0
      while start < octets.count {
        let end = min(octets.count, start + length)
        if !attempt({ $0.removeSubrange(start..<end) }) { start += length }
      }
      length /= 2
    }
    for index in octets.indices where octets[index] != UInt8(ascii: "a") {
      _ = attempt { $0[index] = UInt8(ascii: "a") }
    }
  }
}

extension FuzzInput {
  /// The size of an input: the octets of its text, and of equal numbers the octets that are not
  /// `a`.
  fileprivate var cost: (Int, Int) {
    let text = text
    return (text.count, text.bytes.count { $0 != UInt8(ascii: "a") })
  }
}
