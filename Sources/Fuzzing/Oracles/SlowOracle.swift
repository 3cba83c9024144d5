internal import HTTPAuth

/// Objects to a client whose work grows faster than what it reads: twice the octets, four times the work.
enum SlowOracle {
  static let cause = Hit.Cause(oracle: "slow", place: "")
  /// How often something is repeated: four times the octets make a straight line's work four times as much, and a
  /// square's sixteen times.
  private static let short = 8_000
  private static let long = 32_000
  /// Less work than that is never too much, in nanoseconds.
  private static let least: Int64 = 20_000_000
  private static let mostGrowth = 8.0
  /// Milliseconds that a client may take where the scenario of a finding is played.
  static let mostMilliseconds = 1_000

  /// True for some of the inputs in which something is repeated; which ones depends on the input alone.
  static func isDue(_ input: FuzzInput) -> Bool {
    guard input.repetitionPlace != nil else { return false }
    var signature = Signature()
    signature.note(input.text as Octets?)
    return signature.bits % 4 == 0
  }

  /// The objection, where there is one; `cost` is what playing an input costs the client, in nanoseconds.
  static func hit(_ input: FuzzInput, cost: (FuzzInput) -> Int64) -> Hit? {
    guard input.repetitionPlace != nil else { return nil }
    let (less, more) = (input.repeating(short), input.repeating(long))
    // Noise makes things slower, never faster: of a few tries the quickest counts.
    var (quick, slow) = (Int64.max, Int64.max)
    for _ in 0..<3 {
      slow = min(slow, cost(more))
      if slow < least { return nil }
      quick = min(quick, cost(less))
      if Double(slow) < Double(quick) * mostGrowth { return nil }
    }
    return Hit(
      cause: cause, isGrave: true,
      expected: "work that grows as the octets do",
      observed:
        "\(short) repetitions took \(quick / 1_000_000) ms, \(long) took \(slow / 1_000_000) ms")
  }

  /// The input of a finding as it is to be played: long, where length is what it is about.
  static func stretched(_ finding: FuzzFinding) -> FuzzInput {
    finding.hit.cause == cause ? finding.input.repeating(long * 2) : finding.input
  }
}

extension FuzzInput {
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
