/// A stretch of a file, from its first character to behind its last.
struct SourceSpan: Hashable, Sendable {
  /// The first character.
  var start: SourceLocation
  /// Behind the last character.
  var end: SourceLocation

  /// The file's first character.
  static let beginning = SourceSpan(
    start: .init(line: 1, column: 1), end: .init(line: 1, column: 2))
}
