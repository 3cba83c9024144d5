// SPDX-License-Identifier: Apache-2.0

/// Gathers what is wrong with one file.
final class DiagnosticCollector {
  /// How many are shown; the rest is counted.
  static let most = 100

  let source: SourceText
  private var kept: [Diagnostic] = []
  private var left = 0

  init(source: SourceText) { self.source = source }

  /// True while nothing is wrong.
  var isEmpty: Bool { kept.isEmpty }

  /// A hint with the name that was probably meant; `nil` if there is none, or if no further
  /// diagnostics are shown.
  func suggestion(
    for name: String, among names: @autoclosure () -> some Sequence<String>
  ) -> String? {
    guard kept.count < DiagnosticCollector.most else { return nil }
    return NearestName.to(name, among: names().prefix(1000), limit: 1).first.map {
      "did you mean \"\($0)\"?"
    }
  }

  /// How many there are, those that are only counted included.
  var count: Int { kept.count + left }

  /// Reports a diagnostic; `text` is the text that it is about, if `span` has it word for word.
  func report(_ span: SourceSpan, _ message: String, hint: String? = nil, at text: String = "") {
    guard kept.count < DiagnosticCollector.most else {
      left += 1
      return
    }
    let span = text.isEmpty ? span : source.find(text, in: span)
    let line = source.line(span.start.line)
    let isOneLine = span.end.line == span.start.line
    let end = isOneLine ? span.end.column : line.unicodeScalars.count + 1
    let length = max(1, end - span.start.column)
    kept.append(
      Diagnostic(
        file: source.file, location: span.start, length: length, message: message, hint: hint,
        excerpt: .init(line: line, column: span.start.column, length: length)))
  }

  /// Adds a diagnostic of another collector.
  func add(_ diagnostic: Diagnostic) {
    if kept.count < DiagnosticCollector.most { kept.append(diagnostic) } else { left += 1 }
  }

  /// All diagnostics in the file's order, each once; the last says how many were only counted.
  func sorted() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    var result = kept.filter { seen.insert($0).inserted }
    result.sort {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
    if left > 0, let last = result.last {
      result.append(
        Diagnostic(
          file: last.file, location: last.location,
          message: "and \(left) more errors", hint: "fix these first"))
    }
    return result
  }
}
