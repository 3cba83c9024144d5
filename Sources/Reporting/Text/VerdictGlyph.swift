// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The signs and words that stand for a verdict.
package struct VerdictGlyph {
  /// In kept results and in the data of the matrix's page.
  package let letter: Character
  /// On the matrix's page: a sign of text that needs no colour.
  package let sign: String
  /// At the head of a line about a case.
  package let label: String
  /// Behind a number: “12 failed”.
  package let word: String
  package let meaning: String

  private init(
    _ letter: Character, _ sign: String, _ label: String, _ word: String, _ meaning: String
  ) {
    self.letter = letter
    self.sign = sign
    self.label = label
    self.word = word
    self.meaning = meaning
  }

  init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .pass: .init("p", "✓", "pass", "passed", "The client did what is required.")
      case .note:
        .init(
          "n", "i", "note", "noted",
          "It passed, and something was observed that is neither right nor wrong.")
      case .skipped:
        .init(
          "s", "–", "skip", "skipped",
          "The client does not claim the abilities that the case needs; nothing was played.")
      case .warn: .init("w", "!", "warn", "warned", "A SHOULD was broken, and nothing worse.")
      case .inconclusive:
        .init(
          "i", "?", "open", "inconclusive",
          "The situation never arose, so nothing is known: not a pass.")
      case .fail:
        .init("f", "✕", "fail", "failed", "A MUST was broken, or a rule of safety.")
      case .timeout:
        .init("t", "…", "timeout", "timed out", "The client did not finish in time.")
      case .crash: .init("c", "†", "crash", "crashed", "The client died.")
      case .error:
        .init(
          "e", "#", "fault", "at fault",
          "authspec or the client's driver is at fault, not the client.")
      }
  }
}

extension Verdict {
  /// The order in which counts are shown: failures first.
  package static let shownOrder: [Verdict] = [
    .fail, .crash, .timeout, .error, .pass, .warn, .note, .inconclusive, .skipped,
  ]

  /// How many there are of each verdict that occurs: `12 failed`.
  package static func counts(_ number: (Verdict) -> Int) -> [String] {
    shownOrder.compactMap { verdict in
      let number = number(verdict)
      return number == 0 ? nil : "\(Phrases.count(number)) \(verdict.glyph.word)"
    }
  }

  package var glyph: VerdictGlyph { VerdictGlyph(self) }

  /// The style of its label.
  var style: StyledLine.Style {
    switch self {
    case .pass: .good
    case .note, .skipped: .faint
    case .warn, .inconclusive: .odd
    case .fail, .timeout, .crash, .error: .bad
    }
  }

  /// The verdict of a letter; `nil` if the letter stands for none.
  init?(letter: Character) {
    guard let verdict = Verdict.allCases.first(where: { $0.glyph.letter == letter }) else {
      return nil
    }
    self = verdict
  }
}
