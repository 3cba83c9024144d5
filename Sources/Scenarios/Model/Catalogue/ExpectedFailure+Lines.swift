// SPDX-License-Identifier: Apache-2.0

extension ExpectedFailure {
  /// Returns the entry's lines with other patterns of cases and checks, and everything else
  /// unchanged.
  ///
  /// - Parameters:
  ///   - lines: the lines of the entry, from that of `location` on.
  ///   - cases: for each pattern of cases its replacements as YAML; `nil` to keep it.
  ///   - checks: the same for each pattern of checks.
  package func lines(_ lines: [String], replacing cases: [[String]?], checks: [[String]?])
    -> [String]
  {
    func place(_ spans: [SourceSpan]) -> (Int, Int) {
      spans.first.map { ($0.start.line, $0.start.column) } ?? (0, 0)
    }
    // The last list is replaced first, because that does not move the other.
    return [(self.cases.map(\.place), cases), (self.checks.map(\.place), checks)]
      .sorted { place($0.0) > place($1.0) }
      .reduce(lines) { self.lines($0, at: $1.0, replacing: $1.1) }
  }

  /// Returns the lines with the patterns of one list replaced.
  private func lines(_ lines: [String], at spans: [SourceSpan], replacing patterns: [[String]?])
    -> [String]
  {
    guard patterns.contains(where: { $0 != nil }) else { return lines }
    let places = spans.map { Place($0, from: location.line) }
    guard let first = places.first, let last = places.last,
      places.allSatisfy({ lines.indices.contains($0.lines.upperBound) })
    else { return lines }
    var result = lines
    let before = lines[..<first.lines.lowerBound].joined(separator: " ") + first.head(in: lines)
    let mark = before.last { !$0.isWhitespace }
    // A list with an item on each line keeps its comments.
    if mark == "-" {
      for (place, patterns) in zip(places, patterns).reversed() {
        guard let patterns else { continue }
        result.replaceSubrange(
          place.lines,
          with: patterns.enumerated().map { index, pattern in
            place.head(in: lines) + pattern + (index == 0 ? place.tail(in: lines) : "")
          })
      }
      return result
    }
    let written = zip(places, patterns).flatMap { place, patterns in
      patterns ?? [place.text(in: lines)]
    }
    let text = written.joined(separator: ", ")
    let list = mark == ":" && written.count != 1 ? "[\(text)]" : text
    result.replaceSubrange(
      first.lines.lowerBound...last.lines.upperBound,
      with: [first.head(in: lines) + list + last.tail(in: lines)])
    return result
  }

  /// The place of a pattern in the entry's lines.
  private struct Place {
    let lines: ClosedRange<Int>
    private let start: Int
    private let end: Int

    init(_ span: SourceSpan, from line: Int) {
      let first = max(0, span.start.line - line)
      lines = first...max(first, span.end.line - line)
      start = span.start.column - 1
      end = span.end.column - 1
    }

    /// The text before it on its first line.
    func head(in all: [String]) -> String { Place.prefix(all[lines.lowerBound], start) }

    /// The text after it on its last line.
    func tail(in all: [String]) -> String {
      String(all[lines.upperBound].unicodeScalars.dropFirst(end))
    }

    /// The pattern itself; several lines are joined by spaces, as in YAML.
    func text(in all: [String]) -> String {
      var parts = Array(all[lines])
      parts[parts.count - 1] = Place.prefix(parts[parts.count - 1], end)
      parts[0] = String(parts[0].unicodeScalars.dropFirst(start))
      return parts.joined(separator: " ")
    }

    /// Columns count Unicode scalars.
    private static func prefix(_ line: String, _ count: Int) -> String {
      String(line.unicodeScalars.prefix(count))
    }
  }
}
