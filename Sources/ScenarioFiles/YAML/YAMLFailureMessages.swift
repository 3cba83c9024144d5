// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension YAMLFailure {
  /// Reports why a file is not YAML.
  func report(to collector: DiagnosticCollector) {
    let line = Array(collector.source.line(location.line).unicodeScalars)
    let index = location.column - 1
    let character = line.indices.contains(index) ? line[index] : nil
    // The start of the line shows whether the indentation is wrong or text follows a closing quote.
    let isFirst = line.prefix(max(0, index)).allSatisfy { $0 == " " || $0 == "-" }
    let (message, hint) = message(character: character, isFirst: isFirst)
    // An unclosed text or list is reported at its beginning.
    let start = isUnclosed ? contextLocation ?? location : location
    let end = SourceLocation(line: start.line, column: start.column + 1)
    collector.report(SourceSpan(start: start, end: end), message, hint: hint)
  }

  private var isUnclosed: Bool {
    [.openText, .documentInText, .openList, .openMapping].contains(problem)
  }

  private func message(character: Unicode.Scalar?, isFirst: Bool) -> (String, hint: String?) {
    let begin = contextLocation.map { "line \($0.line)" } ?? "an earlier line"
    let needed = "where it should be: line \(location.line) needs \",\""
    switch problem {
    case .unknownToken where character == "\t":
      return ("a tab cannot stand here", "indent with spaces")
    case .tabIndents, .tabInIndentation: return ("a tab cannot indent", "use spaces")
    case .unknownToken:
      let shown = character.map { "\"\($0)\"" } ?? "this character"
      return ("\(shown) cannot begin a text", "put the whole text in quotes")
    case .misplacedValue:
      return (
        "\": \" makes a key of what is before it, and a key is not possible here",
        "put a text that holds \": \" in quotes; check the indentation"
      )
    case .missingColon:
      return (
        "expected \":\" after the key that begins in \(begin)",
        "write \"key: value\"; a text over several lines needs quotes or a block (|)"
      )
    case .missingKey:
      return (
        "expected a key of the mapping that begins in \(begin)",
        isFirst
          ? "keys of one mapping are indented alike, and so are the entries of one list"
          : "nothing can follow a closing quote or bracket on its line; quote the whole text"
      )
    case .missingDash:
      return (
        "expected \"- \" of the list that begins in \(begin)",
        "entries of one list are indented alike"
      )
    case .openList:
      return ("this list is not closed \(needed) or \"]\"", Self.quoteHint)
    case .openMapping:
      return ("this mapping is not closed \(needed) or \"}\"", Self.quoteHint)
    case .openText, .documentInText:
      return ("this quoted text is never closed", "end it with the same quote")
    case .unknownEscape:
      return (
        "this is not an escape sequence of a text in double quotes",
        "write \\\\ for a backslash, or use single quotes, in which backslashes mean themselves"
      )
    case .misplacedList:
      return (
        "a list cannot begin here", "begin it on a line of its own, or write it as [first, second]"
      )
    case .secondRoot:
      return (
        "expected the end of the file",
        "a file holds one mapping; check the indentation and the line before"
      )
    case .missingNode: return ("expected a value here", nil)
    case .misplacedBlockKey, .misplacedKey:
      return ("a key cannot stand here", "check the indentation, or put the text in quotes")
    case nil: return ("not YAML: \(text)", nil)
    }
  }

  private static let quoteHint = "put texts that hold , [ ] { } or \": \" in quotes"
}
