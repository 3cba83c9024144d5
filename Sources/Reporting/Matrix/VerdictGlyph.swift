import Transcripts

/// How verdicts are shown where there is little room: a sign that needs no colour, and a word.
enum VerdictGlyph {
  /// The order in which counts are told: what is wrong first.
  static let order: [Verdict] = [
    .fail, .crash, .timeout, .error, .pass, .warn, .note, .inconclusive, .skipped,
  ]

  /// A sign of text, never a picture.
  static func sign(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "✓"
    case .note: "i"
    case .skipped: "–"
    case .warn: "!"
    case .inconclusive: "?"
    case .fail: "✕"
    case .timeout: "…"
    case .crash: "†"
    case .error: "#"
    }
  }

  /// A word, as in “12 failed”.
  static func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "passed"
    case .note: "noted"
    case .skipped: "skipped"
    case .warn: "warned"
    case .inconclusive: "inconclusive"
    case .fail: "failed"
    case .timeout: "timed out"
    case .crash: "crashed"
    case .error: "at fault"
    }
  }

  /// What it means.
  static func meaning(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "The client did what is required."
    case .note: "It passed, and something was observed that is neither right nor wrong."
    case .skipped: "The client does not claim what it takes; nothing was played."
    case .warn: "A SHOULD was broken, and nothing worse."
    case .inconclusive: "The situation never arose, so nothing is known: not a pass."
    case .fail: "A MUST was broken, or a rule of safety."
    case .timeout: "The client did not come to an end in time."
    case .crash: "The client died."
    case .error: "authspec or the client's driver is at fault, not the client."
    }
  }

  /// The letter of a verdict in kept results and in the page's data; `-` for a case that was not played.
  static func letter(_ verdict: Verdict?) -> String {
    switch verdict {
    case .pass: "p"
    case .note: "n"
    case .skipped: "s"
    case .warn: "w"
    case .inconclusive: "i"
    case .fail: "f"
    case .timeout: "t"
    case .crash: "c"
    case .error: "e"
    case nil: "-"
    }
  }

  /// The verdict of a letter; `nil` if the letter stands for none.
  static func verdict(_ letter: Character) -> Verdict? {
    order.first { self.letter($0) == String(letter) }
  }
}
