// SPDX-License-Identifier: Apache-2.0

extension YAMLFailure {
  /// Says in our words why a file is not YAML.
  func report(to collector: DiagnosticCollector) {
    let line = Array(collector.source.line(location.line).unicodeScalars)
    let index = location.column - 1
    let character = line.indices.contains(index) ? line[index] : nil
    let end = SourceLocation(line: location.line, column: location.column + 1)
    let begin = contextLocation.map { "line \($0.line)" } ?? "an earlier line"
    // The start of the line shows whether the indentation is wrong or text follows a closing quote.
    let isFirst = line.prefix(max(0, index)).allSatisfy { $0 == " " || $0 == "-" }
    let advice =
      isFirst
      ? "keys of one mapping are indented alike, and so are the entries of one list"
      : "nothing can follow a closing quote or bracket on its line; quote the whole text"
    let (message, hint) = words(character: character, begin: begin, advice: advice)
    var span = SourceSpan(start: location, end: end)
    // An unclosed text or list is shown where it begins.
    if isUnclosed, let contextLocation {
      span = SourceSpan(
        start: contextLocation,
        end: .init(line: contextLocation.line, column: contextLocation.column + 1))
    }
    collector.report(span, message, hint: hint)
  }

  private var isUnclosed: Bool {
    problem.contains("unexpected end of stream")
      || problem.contains("unexpected document indicator")
      || problem.hasPrefix("did not find expected ',' or")
  }

  private func words(character: Unicode.Scalar?, begin: String, advice: String) -> (String, String?)
  {
    switch problem {
    case "found character that cannot start any token" where character == "\t":
      return ("a tab cannot stand here", "indent with spaces")
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return ("a tab cannot indent", "use spaces")
    case "found character that cannot start any token":
      let shown = character.map { "\"\($0)\"" } ?? "this character"
      return ("\(shown) cannot begin a text", "put the whole text in quotes")
    case "mapping values are not allowed in this context":
      return (
        "\": \" makes a key of what stands before it, and no key can stand here",
        "put a text that holds \": \" in quotes; check the indentation"
      )
    case "could not find expected ':'":
      return (
        "expected \":\" behind the key that begins in \(begin)",
        "write \"key: value\"; a text over several lines needs quotes or a block (|)"
      )
    case "did not find expected key":
      return (
        "expected a key of the mapping that begins in \(begin)",
        advice
      )
    case "did not find expected '-' indicator":
      return (
        "expected \"- \" of the list that begins in \(begin)",
        "entries of one list are indented alike"
      )
    case "did not find expected ',' or ']'":
      return (
        "this list is not closed where it should be: line \(location.line) needs \",\" or \"]\"",
        "put texts that hold , [ ] { } or \": \" in quotes"
      )
    case "did not find expected ',' or '}'":
      return (
        "this mapping is not closed where it should be: line \(location.line) needs \",\" or \"}\"",
        "put texts that hold , [ ] { } or \": \" in quotes"
      )
    case "found unexpected end of stream", "found unexpected document indicator":
      return ("this quoted text is never closed", "end it with the same quote")
    case "found unknown escape character":
      return (
        "this is no escape of a text in double quotes",
        "write \\\\ for a backslash, or use single quotes, in which backslashes mean themselves"
      )
    case "block sequence entries are not allowed in this context":
      return (
        "a list cannot begin here", "begin it on a line of its own, or write it as [first, second]"
      )
    case "did not find expected <document start>":
      return (
        "expected the end of the file",
        "only one mapping stands in a file; check the indentation and the line before"
      )
    case "did not find expected node content":
      return ("expected a value here", nil)
    case "block mapping keys are not allowed in this context",
      "mapping keys are not allowed in this context":
      return ("a key cannot stand here", "check the indentation, or put the text in quotes")
    default:
      return ("not YAML: \(problem)" + (context.isEmpty ? "" : " (\(context))"), nil)
    }
  }
}
