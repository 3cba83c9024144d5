// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Reports a client whose work grows faster than its input: ten times the work for four times the
/// octets.
enum SlowOracle {
  /// Octets of repetition. Linear work grows fourfold from one length to the next, quadratic work
  /// sixteenfold. Both lengths are multiplied until there is enough work to measure.
  private static let shortest = 125
  private static let longest = 8_000
  private static let factor = 4
  /// CPU time that is never too much, in nanoseconds.
  private static let tolerated: Int64 = 20_000_000
  /// The growth from which work is quadratic. It is nearer to 16 than to 4, since noise only adds
  /// work.
  private static let maxGrowth = 10.0
  /// The most trials while an input is minimised: each takes a while.
  static let maxTrials = 200
  /// Milliseconds that a client may take for the scenario of a finding.
  static let timeoutOfScenario = 1_000

  /// The input to lengthen in order to examine an input: itself, or a variation with a repetition
  /// if it has none; `nil` if the input is not examined, which depends on the input alone.
  ///
  /// - Parameter isInProcess: the client plays many inputs in little time, and a few of them are
  ///   examined.
  static func subject(_ input: FuzzInput, isInProcess: Bool) -> FuzzInput? {
    let bits = input.bits
    guard !isInProcess || bits % 1_024 == 0 else { return nil }
    return input.repetitionPlace == nil ? input.withRepetition(bits) : input
  }

  /// The length of the play that decides whether there is anything to measure: short enough to cost
  /// little more than other plays, and for one of 16 inputs the longest.
  private static func probeLength(_ input: FuzzInput) -> Int {
    input.bits % 16 == 0 ? longest * factor : 4_000
  }

  /// The failure; `nil` if work does not grow too fast.
  ///
  /// - Parameters:
  ///   - isKnown: the growth was seen before, and only has to be confirmed.
  ///   - isInProcess: the client runs in this process. Nothing can end it if it takes too long, so
  ///     lengths are increased step by step. For other clients one long play decides whether there
  ///     is anything to measure.
  ///   - cost: the client's CPU time for an input, in nanoseconds.
  static func failure(
    _ input: FuzzInput, isKnown: Bool, isInProcess: Bool, cost: (FuzzInput) -> Int64
  ) -> OracleFailure? {
    guard input.repetitionPlace != nil,
      isInProcess || isKnown || cost(input.repeating(probeLength(input))) >= tolerated
    else { return nil }
    var short = shortest
    var slow = cost(input.repeating(short * factor))
    while slow < tolerated {
      short *= factor
      if !canBecomeSlow(slow, from: short) { return nil }
      slow = cost(input.repeating(short * factor))
    }
    let (less, more) = (input.repeating(short), input.repeating(short * factor))
    // Noise adds work: the fastest of several tries counts.
    var quick = Int64.max
    for attempt in 0..<(isKnown ? 2 : 3) {
      if attempt > 0 { slow = min(slow, cost(more)) }
      if slow < tolerated { return nil }
      quick = min(quick, cost(less))
      if Double(slow) < Double(quick) * maxGrowth { return nil }
    }
    return OracleFailure(
      signature: FailureSignature(.slow), expected: "work that grows as the octets do",
      observed:
        "\(short) octets of repetition took \(milliseconds(quick)) ms, "
        + "\(short * factor) took \(milliseconds(slow)) ms")
  }

  /// Returns `false` at the longest length, and if even cubic work would be tolerated there.
  private static func canBecomeSlow(_ nanoseconds: Int64, from short: Int) -> Bool {
    var (length, work) = (short, nanoseconds)
    while length <= longest {
      length *= factor
      work *= 64
      if work >= tolerated { return true }
    }
    return false
  }

  /// Milliseconds to a tenth.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    "\(nanoseconds / 1_000_000).\(nanoseconds / 100_000 % 10)"
  }

  /// The input of a finding with a repetition that is long enough for the scenario to show it.
  static func lengthened(_ input: FuzzInput) -> FuzzInput {
    input.repeating(longest * factor * 2)
  }
}

extension FuzzInput {
  /// The input with a repetition in one of its lines of challenges; `nil` if it has none.
  ///
  /// For every second input the repetition is at the end of the line, or just before it, where a
  /// parser that backtracks has to give up.
  fileprivate func withRepetition(_ bits: UInt64) -> FuzzInput? {
    let random = SeededRandom(seed: bits)
    let places = linePlaces.filter { replies[$0.reply].lines[$0.line].isChallenge }
    guard let place = random.pick(places) else { return nil }
    var octets = replies[place.reply].lines[place.line].value.array
    let run = Repetition.text(random.word(FuzzDictionary.runs).bytes, count: 1)
    let start = random.below(octets.count + 1)
    if random.percent(50) {
      octets.insert(contentsOf: run, at: start)
    } else {
      octets.replaceSubrange(start..., with: run + random.word(["", "!", " x", "\""]).bytes)
    }
    return FuzzInput(text: replacingValue(at: place, by: Octets(octets)).text)
  }

  /// The first line with a repetition.
  var repetitionPlace: LinePlace? {
    linePlaces.first { replies[$0.reply].lines[$0.line].value.repetition != nil }
  }

  /// The input with its first repetition made that many octets long.
  func repeating(_ count: Int) -> FuzzInput {
    guard let place = repetitionPlace else { return self }
    let value = replies[place.reply].lines[place.line].value
    return replacingValue(at: place, by: value.repeating(count))
  }
}
