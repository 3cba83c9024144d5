import HTTPAuth

/// Objects to a client whose work grows faster than what it reads: twice the octets, four times the work.
enum SlowOracle {
  static let cause = OracleFailure.Cause(oracle: "slow", place: "")
  /// How often something is repeated: four times the octets make a straight line's work four times as much, and a
  /// square's sixteen times. Both lengths are made four times as long until there is work enough to measure.
  private static let shortest = 125
  private static let longest = 8_000
  private static let factor = 4
  /// Less work than that is never too much, in nanoseconds.
  private static let least: Int64 = 20_000_000
  /// Between a straight line's four and a square's sixteen, and nearer to the square: noise makes work more, never less.
  private static let mostGrowth = 10.0
  /// How often an input is tried while it is made small: each look takes a while.
  static let mostTrials = 200
  /// Milliseconds that a client may take where the scenario of a finding is played.
  static let mostMilliseconds = 1_000

  /// What is to be made longer and longer for an input: itself, or where nothing is repeated in it, one like it in which
  /// something is. Nil for inputs that are not looked at; which these are depends on them alone.
  ///
  /// - Parameter isQuick: the client is shown many inputs in little time: of these some are enough.
  static func subject(_ input: FuzzInput, isQuick: Bool) -> FuzzInput? {
    let bits = input.bits
    guard !isQuick || bits % 1_024 == 0 else { return nil }
    return input.repetitionPlace == nil ? input.withRepetition(bits) : input
  }

  /// The octets of that play: so few that it costs little more than any other, and as many as there may be now and then.
  private static func probe(_ input: FuzzInput) -> Int {
    input.bits % 16 == 0 ? longest * factor : 4_000
  }

  /// The objection, where there is one.
  ///
  /// - Parameters:
  ///   - isKnown: the growth was seen before, and is only to be recognised.
  ///   - isQuick: nobody could end a client that takes for ever: it is led there step by step. Of all others one long play
  ///     tells whether there is anything to measure.
  ///   - cost: what playing an input costs the client, in nanoseconds.
  static func hit(
    _ input: FuzzInput, isKnown: Bool, isQuick: Bool, cost: (FuzzInput) -> Int64
  ) -> OracleFailure? {
    guard input.repetitionPlace != nil,
      isQuick || isKnown || cost(input.repeating(probe(input))) >= least
    else { return nil }
    var short = shortest
    var slow = cost(input.repeating(short * factor))
    while slow < least {
      short *= factor
      if !mayGrow(slow, from: short) { return nil }
      slow = cost(input.repeating(short * factor))
    }
    let (less, more) = (input.repeating(short), input.repeating(short * factor))
    // Noise makes things slower, never faster: of a few tries the quickest counts.
    var quick = Int64.max
    for attempt in 0..<(isKnown ? 2 : 3) {
      if attempt > 0 { slow = min(slow, cost(more)) }
      if slow < least { return nil }
      quick = min(quick, cost(less))
      if Double(slow) < Double(quick) * mostGrowth { return nil }
    }
    return OracleFailure(
      cause: cause, isGrave: true,
      expected: "work that grows as the octets do",
      observed:
        "\(short) octets of repetition took \(milliseconds(quick)) ms, \(short * factor) took \(milliseconds(slow)) ms"
    )
  }

  /// False where work that grows as the cube of what is read would not come to be measured either, and behind the longest.
  private static func mayGrow(_ nanoseconds: Int64, from short: Int) -> Bool {
    var (length, work) = (short, nanoseconds)
    while length <= longest {
      length *= factor
      work *= 64
      if work >= least { return true }
    }
    return false
  }

  /// To a tenth.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    "\(nanoseconds / 1_000_000).\(nanoseconds / 100_000 % 10)"
  }

  /// The input of a finding as it is to be played: long, where length is what it is about.
  static func stretched(_ finding: FuzzFinding) -> FuzzInput {
    finding.hit.cause == cause ? finding.input.repeating(longest * factor * 2) : finding.input
  }
}

extension FuzzInput {
  /// The same with something repeated somewhere in a line of challenges; nil where there is none.
  ///
  /// What goes back to try another way does so where it cannot go on: for every second input the repetition is nearly the end.
  fileprivate func withRepetition(_ bits: UInt64) -> FuzzInput? {
    var random = SeededRandom(seed: bits)
    let places = replies.indices.flatMap { reply in
      replies[reply].lines.indices.filter { replies[reply].lines[$0].isChallenge }
        .map { (reply: reply, line: $0) }
    }
    guard let place = random.pick(places) else { return nil }
    var input = self
    var octets = replies[place.reply].lines[place.line].value.array
    let run = Repetition.text(random.word(FuzzDictionary.runs).bytes, count: 1)
    let start = random.below(octets.count + 1)
    if random.percent(50) {
      octets.insert(contentsOf: run, at: start)
    } else {
      octets.replaceSubrange(start..., with: run + random.word(["", "!", " x", "\""]).bytes)
    }
    input.replies[place.reply].lines[place.line].value = Octets(octets)
    return FuzzInput(text: input.text)
  }

  /// The first line in which something is repeated.
  var repetitionPlace: (reply: Int, line: Int)? {
    for reply in replies.indices {
      for line in replies[reply].lines.indices
      where replies[reply].lines[line].value.repetition != nil {
        return (reply, line)
      }
    }
    return nil
  }

  /// The same with another number in its first repetition.
  func repeating(_ count: Int) -> FuzzInput {
    guard let place = repetitionPlace else { return self }
    var input = self
    let value = replies[place.reply].lines[place.line].value
    input.replies[place.reply].lines[place.line].value = value.repeating(count)
    return input
  }
}
