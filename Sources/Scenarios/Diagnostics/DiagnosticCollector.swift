// SPDX-License-Identifier: Apache-2.0

/// Collects the diagnostics of a file.
package final class DiagnosticCollector {
  /// The maximum number of diagnostics that are kept; further ones are only counted.
  static let limit = 100

  /// The text of the file.
  package let source: SourceText
  private var kept: [Diagnostic] = []
  private var omitted = 0

  package init(source: SourceText) { self.source = source }

  /// `true` while there are no diagnostics.
  package var isEmpty: Bool { kept.isEmpty }

  /// A hint with the name that was probably meant; `nil` if there is none or the limit is reached.
  package func suggestion(
    for name: String, among names: @autoclosure () -> some Sequence<String>
  ) -> String? {
    guard kept.count < DiagnosticCollector.limit else { return nil }
    return NearestName.to(name, among: names().prefix(1000), limit: 1).first.map {
      "did you mean \"\($0)\"?"
    }
  }

  /// The number of diagnostics, including omitted ones.
  package var count: Int { kept.count + omitted }

  /// Reports a diagnostic at a span, or at the part of it that reads `text`.
  package func report(
    _ span: SourceSpan, _ message: String, hint: String? = nil, at text: String = ""
  ) {
    guard kept.count < DiagnosticCollector.limit else {
      omitted += 1
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
  package func add(_ diagnostic: Diagnostic) {
    if kept.count < DiagnosticCollector.limit { kept.append(diagnostic) } else { omitted += 1 }
  }

  /// The diagnostics in the file's order, without duplicates; the last has the number of omitted
  /// ones.
  package func sorted() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    var result = kept.filter { seen.insert($0).inserted }
    result.sort {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
    if omitted > 0, let last = result.last {
      result.append(
        Diagnostic(
          file: last.file, location: last.location,
          message: "and \(omitted) more errors", hint: "fix these first"))
    }
    return result
  }
}
