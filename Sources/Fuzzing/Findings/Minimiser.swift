import HTTPAuth

/// Makes an input smaller as long as something stays true of it: first by its tree, then by its octets.
package struct Minimiser {
  /// How often an input is tried at most where nothing else is said.
  package static let mostTrials = 2_000
  /// How often an input is tried at most.
  private let mostTrials: Int
  private var trials = 0
  /// The texts that did not do the same: they are not tried again.
  private var vain: Set<Octets> = []
  /// Nothing further is to be tried.
  private let isOver: () -> Bool
  private let isStillTrue: (FuzzInput) -> Bool
  private var best: FuzzInput

  /// The smallest input found that does what `input` does.
  package static func smallest(
    _ input: FuzzInput, mostTrials: Int = Minimiser.mostTrials,
    unless isOver: @escaping () -> Bool = { false },
    where isStillTrue: @escaping (FuzzInput) -> Bool
  ) -> FuzzInput {
    var minimiser = Minimiser(
      mostTrials: mostTrials, isOver: isOver, isStillTrue: isStillTrue,
      best: FuzzInput(text: input.text))
    minimiser.run()
    return minimiser.best
  }

  private init(
    mostTrials: Int, isOver: @escaping () -> Bool, isStillTrue: @escaping (FuzzInput) -> Bool,
    best: FuzzInput
  ) {
    self.mostTrials = mostTrials
    self.isOver = isOver
    self.isStillTrue = isStillTrue
    self.best = best
  }

  /// Takes a smaller input where it does the same. An input counts by octets of its text, then by how plain they are.
  private mutating func take(_ input: FuzzInput) -> Bool {
    let candidate = FuzzInput(text: input.text)
    guard mayTry, candidate.cost < best.cost, !candidate.replies.isEmpty,
      !vain.contains(candidate.text)
    else { return false }
    trials += 1
    guard isStillTrue(candidate) else {
      vain.insert(candidate.text)
      return false
    }
    best = candidate
    return true
  }

  private var mayTry: Bool { trials < mostTrials && !isOver() }

  private mutating func run() {
    for trait in InputFeature.allCases { remove(trait) }
    untilNothingChanges { minimiser in
      minimiser.untilNothingChanges { minimiser in
        minimiser.dropReplies()
        minimiser.plainReplies()
        minimiser.dropLines()
        for place in minimiser.places() { minimiser.shrinkTree(place) }
        for place in minimiser.places() { minimiser.shrinkPieces(place) }
      }
      // Octet by octet takes the most trials: there are the fewest octets now.
      for place in minimiser.places() { minimiser.shrinkOctets(place) }
    }
  }

  private mutating func untilNothingChanges(_ change: (inout Minimiser) -> Void) {
    var before: FuzzInput
    repeat {
      before = best
      change(&self)
    } while best != before && mayTry
  }

  /// Takes a trait away where it is not needed, also where the input gets no shorter for it.
  private mutating func remove(_ trait: InputFeature) {
    guard mayTry, let simpler = trait.removed(from: best), !simpler.replies.isEmpty
    else { return }
    trials += 1
    if isStillTrue(simpler) { best = simpler }
  }

  // MARK: Replies and lines

  private mutating func dropReplies() {
    var index = best.replies.count - 1
    while index >= 0, best.replies.count > 1 {
      if index < best.replies.count {
        var smaller = best
        smaller.replies.remove(at: index)
        _ = take(smaller)
      }
      index -= 1
    }
  }

  /// Takes away what a reply says besides its lines.
  private mutating func plainReplies() {
    let changes: [(inout FuzzReply) -> Void] = [
      { $0.server = .origin }, { $0.isOfNextRequest = false }, { $0.isForEver = false },
      { $0.interim = [] }, { $0.statusLine = nil }, { $0.framing = .length },
      { $0.connection = .keep }, { $0.isInPieces = false },
      { $0.interim = $0.interim.dropLast() },
      { reply in reply.statusLine = reply.status.map { Octets("HTTP/1.1 \($0)") } },
    ]
    for index in best.replies.indices {
      for change in changes {
        var smaller = best
        change(&smaller.replies[index])
        _ = take(smaller)
      }
    }
  }

  private mutating func dropLines() {
    for index in best.replies.indices {
      var line = best.replies[index].lines.count - 1
      while line >= 0 {
        var smaller = best
        smaller.replies[index].lines.remove(at: line)
        _ = take(smaller)
        line -= 1
      }
    }
  }

  private func places() -> [(reply: Int, line: Int)] {
    best.replies.indices.flatMap { reply in
      best.replies[reply].lines.indices.map { (reply, $0) }
    }
  }

  private mutating func take(_ value: Octets, at place: (reply: Int, line: Int)) -> Bool {
    guard best.replies.indices.contains(place.reply),
      best.replies[place.reply].lines.indices.contains(place.line)
    else { return false }
    var smaller = best
    smaller.replies[place.reply].lines[place.line].value = value
    return take(smaller)
  }

  private func value(at place: (reply: Int, line: Int)) -> Octets? {
    guard best.replies.indices.contains(place.reply),
      best.replies[place.reply].lines.indices.contains(place.line)
    else { return nil }
    return best.replies[place.reply].lines[place.line].value
  }

  // MARK: Trees

  private mutating func shrinkTree(_ place: (reply: Int, line: Int)) {
    guard let value = value(at: place) else { return }
    var tree = LenientFieldTree(value)
    // Whole challenges, the last first.
    for challenge in tree.challenges.reversed() where tree.elements.count > challenge.count {
      var smaller = tree
      smaller.elements.removeSubrange(challenge)
      if take(smaller.value, at: place) { tree = smaller }
    }
    var index = tree.elements.count - 1
    while index >= 0 {
      if index < tree.elements.count { shrink(&tree, element: index, at: place) }
      index -= 1
    }
  }

  private mutating func shrink(
    _ tree: inout LenientFieldTree, element index: Int, at place: (reply: Int, line: Int)
  ) {
    func attempt(_ minimiser: inout Minimiser, _ change: (inout LenientFieldTree) -> Void) -> Bool {
      var smaller = tree
      change(&smaller)
      guard minimiser.take(smaller.value, at: place) else { return false }
      tree = smaller
      return true
    }
    if tree.elements.count > 1, attempt(&self, { $0.elements.remove(at: index) }) { return }
    // A parameter goes, its scheme stays.
    _ = attempt(&self) {
      $0.elements[index].name = nil
      $0.elements[index].sign = ""
      $0.elements[index].value = ""
    }
    _ = attempt(&self) { $0.elements[index].rest = "" }
    _ = attempt(&self) { $0.elements[index].lead = "" }
    _ = attempt(&self) { $0.elements[index].gap = " " }
    _ = attempt(&self) { $0.elements[index].gap = "" }
    _ = attempt(&self) { $0.elements[index].sign = "=" }
    for value: Octets in ["a", "\"a\"", "\"\""] {
      if attempt(&self, { if $0.elements[index].name != nil { $0.elements[index].value = value } })
      {
        break
      }
    }
    _ = attempt(&self) { $0.elements[index].value = $0.elements[index].innerValue }
    _ = attempt(&self) { if $0.elements[index].scheme != nil { $0.elements[index].scheme = "a" } }
    _ = attempt(&self) { if $0.elements[index].name != nil { $0.elements[index].name = "a" } }
  }

  // MARK: Octets

  /// Makes what stands between the words of the grammar smaller.
  private mutating func shrinkPieces(_ place: (reply: Int, line: Int)) {
    let pieces: [WritableKeyPath<LenientFieldTree.Element, Octets>] = [
      \.value, \.rest, \.lead, \.gap, \.sign,
    ]
    for piece in pieces {
      var index = 0
      while let value = value(at: place) {
        let tree = LenientFieldTree(value)
        guard index < tree.elements.count else { break }
        shrink(tree.elements[index][keyPath: piece]) { minimiser, octets in
          var smaller = tree
          smaller.elements[index][keyPath: piece] = octets
          return minimiser.take(smaller.value, at: place)
        }
        index += 1
      }
    }
  }

  private mutating func shrinkOctets(_ place: (reply: Int, line: Int)) {
    guard let value = value(at: place) else { return }
    shrink(value) { minimiser, octets in minimiser.take(octets, at: place) }
  }

  /// Takes octets away, many at once and then fewer, and makes plain what stays.
  private mutating func shrink(_ octets: Octets, take: (inout Minimiser, Octets) -> Bool) {
    var octets = octets.array
    var length = max(1, octets.count / 2)
    while length >= 1, mayTry {
      var start = 0
      while start < octets.count {
        var smaller = octets
        smaller.removeSubrange(start..<min(octets.count, start + length))
        if take(&self, Octets(smaller)) { octets = smaller } else { start += length }
      }
      length /= 2
    }
    for index in octets.indices where octets[index] != UInt8(ascii: "a") {
      var plainer = octets
      plainer[index] = UInt8(ascii: "a")
      if take(&self, Octets(plainer)) { octets = plainer }
    }
  }
}

extension FuzzInput {
  /// What a minimiser makes less: octets of the text, then octets that are not `a`.
  fileprivate var cost: (Int, Int) {
    let text = text
    return (text.count, text.bytes.count { $0 != UInt8(ascii: "a") })
  }
}
