// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Scenarios
import Trials

/// All mutants of the reference client with their results, as kept in a file.
///
/// The file has a line for each, of three fields with tabs between: `killed`, `equal`, `allowed`,
/// `unshown`, `survived`, `left out`; the mutant's name; and by what it was killed, or why not. `#`
/// begins a comment.
package struct MutantList: Hashable, Sendable {
  /// The result of one mutant.
  package struct Entry: Hashable, Sendable {
    /// The first field.
    package enum Word: String, Hashable, Sendable, CaseIterable {
      case killed, equal, allowed, unshown, survived
      case leftOut = "left out"
    }

    /// The kind of the result.
    package var word: Word
    /// The mutant's name.
    package var name: String
    /// By which case and check it was killed, or why it is not.
    package var text: String
  }

  /// In the order of the code.
  package private(set) var entries: [Entry] = []

  /// A list without entries.
  package init() {}

  /// Reads a file's text; ignores lines of any other form.
  package init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let word = Entry.Word(rawValue: String(fields[0])) else { continue }
      entries.append(Entry(word: word, name: String(fields[1]), text: String(fields[2])))
    }
  }

  /// The list of the mutants' trials, and of the code without a mutant.
  package init(_ result: TrialResult, _ set: MutantSet) {
    for outcome in result.outcomes {
      let (change, reason) = (outcome.change, outcome.change.reason)
      if outcome.isKilled {
        let check = outcome.objections.first?.check ?? "the client crashes, or works without end"
        let text = "\(outcome.witness ?? ""): \(check)"
        entries.append(Entry(word: .killed, name: change.name, text: text))
      } else {
        let word = reason.flatMap { Entry.Word(rawValue: $0.claim.rawValue) }
        entries.append(
          Entry(word: word ?? .survived, name: change.name, text: reason?.reason ?? ""))
      }
    }
    entries += set.unchanged.map { Entry(word: .leftOut, name: $0.name, text: $0.reason) }
  }

  /// The number of entries with that word.
  package func count(_ word: Entry.Word) -> Int { entries.count { $0.word == word } }

  /// The number of mutants.
  package var mutants: Int { entries.count { $0.word != .leftOut } }

  /// The plays in which each was killed.
  package var witnesses: [Witness] {
    entries.compactMap { entry in
      // A case's id has no colon with a blank behind it, but for what its matrix may hold; a
      // check's id has none.
      guard entry.word == .killed, let end = entry.text.ranges(of: ": ").last else { return nil }
      return Witness(change: entry.name, played: String(entry.text[..<end.lowerBound]))
    }
  }

  /// The text of a file.
  package var text: String {
    "# The mutants of the reference client and what came of each; "
      + "written by authspec-maintain mutants --list.\n"
      + entries.map { "\($0.word.rawValue)\t\($0.name)\t\($0.text)\n" }.joined()
  }
}
