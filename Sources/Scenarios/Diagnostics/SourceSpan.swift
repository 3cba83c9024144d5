// SPDX-License-Identifier: Apache-2.0

/// A span of a file, from its first character to the one after its last.
///
/// It is small because each node has one, and a file has at most a megabyte.
package struct SourceSpan: Hashable, Sendable {
  private var startLine: UInt32
  private var startColumn: UInt32
  private var endLine: UInt32
  private var endColumn: UInt32

  package init(start: SourceLocation, end: SourceLocation) {
    startLine = UInt32(clamping: start.line)
    startColumn = UInt32(clamping: start.column)
    endLine = UInt32(clamping: end.line)
    endColumn = UInt32(clamping: end.column)
  }

  /// The location of the first character.
  package var start: SourceLocation { .init(line: Int(startLine), column: Int(startColumn)) }
  /// The location behind the last character.
  package var end: SourceLocation { .init(line: Int(endLine), column: Int(endColumn)) }

  /// The file's first character.
  package static let beginning = SourceSpan(
    start: .init(line: 1, column: 1), end: .init(line: 1, column: 2))
}
