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
        for place in best.linePlaces { shrinkPieces(place) }
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

  private func shrinkTree(_ place: FuzzInput.LinePlace) {
    guard let value = best.value(at: place) else { return }
    var tree = LenientFieldTree(value)
    // Whole challenges, the last first.
    for challenge in tree.challenges.reversed() where tree.elements.count > challenge.count {
      var smaller = tree
      smaller.elements.removeSubrange(challenge)
      if keep(smaller.value, at: place) { tree = smaller }
    }
    for index in tree.elements.indices.reversed() where index < tree.elements.count {
      shrink(&tree, element: index, at: place)
    }
  }

  private func shrink(
    _ tree: inout LenientFieldTree, element index: Int, at place: FuzzInput.LinePlace
  ) {
    if tree.elements.count > 1 {
      var smaller = tree
      smaller.elements.remove(at: index)
      if keep(smaller.value, at: place) {
        tree = smaller
        return
      }
    }
    @discardableResult
    func attempt(_ change: (inout LenientFieldTree.Element) -> Void) -> Bool {
      var smaller = tree
      change(&smaller.elements[index])
      guard keep(smaller.value, at: place) else { return false }
      tree = smaller
      return true
    }
    // Remove the parameter, and keep its scheme.
    attempt {
      $0.name = nil
      $0.sign = ""
      $0.value = ""
    }
    attempt { $0.rest = "" }
    attempt { $0.lead = "" }
    attempt { $0.gap = " " }
    attempt { $0.gap = "" }
    attempt { $0.sign = "=" }
    for value: Octets in ["a", "\"a\"", "\"\""] {
      if attempt({ if $0.name != nil { $0.value = value } }) { break }
    }
    attempt { $0.value = $0.innerValue }
    attempt { if $0.scheme != nil { $0.scheme = "a" } }
    attempt { if $0.name != nil { $0.name = "a" } }
  }

  // MARK: Octets

  /// Shrinks the values of parameters, and what stands between the words of the grammar.
  private func shrinkPieces(_ place: FuzzInput.LinePlace) {
    let pieces: [WritableKeyPath<LenientFieldTree.Element, Octets>] = [
      \.value, \.rest, \.lead, \.gap, \.sign,
    ]
    for piece in pieces {
      var index = 0
      while let value = best.value(at: place) {
        let tree = LenientFieldTree(value)
        guard index < tree.elements.count else { break }
        shrink(tree.elements[index][keyPath: piece]) { octets in
          var smaller = tree
          smaller.elements[index][keyPath: piece] = octets
          return keep(smaller.value, at: place)
        }
        index += 1
      }
    }
  }

  private func shrinkOctets(_ place: FuzzInput.LinePlace) {
    guard let value = best.value(at: place) else { return }
    shrink(value) { keep($0, at: place) }
  }

  /// Removes octets, many at once and then fewer, and replaces the others by `a`.
  private func shrink(_ octets: Octets, ifKept: (Octets) -> Bool) {
    var octets = octets.array
    var length = max(1, octets.count / 2)
    while length >= 1, mayTry {
      var start = 0
      while start < octets.count {
        var smaller = octets
        smaller.removeSubrange(start..<min(octets.count, start + length))
        if ifKept(Octets(smaller)) { octets = smaller } else { start += length }
      }
      length /= 2
    }
    for index in octets.indices where octets[index] != UInt8(ascii: "a") {
      var plainer = octets
      plainer[index] = UInt8(ascii: "a")
      if ifKept(Octets(plainer)) { octets = plainer }
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
