// SPDX-License-Identifier: Apache-2.0

/// The lines of a scenario's file as one of its cases plays them: with the case's values in place
/// of the matrix's placeholders, and without the matrix.
package struct CaseLines: Hashable, Sendable {
  /// A part of a line.
  package struct Piece: Hashable, Sendable {
    /// What a part of a line is.
    package enum Kind: Hashable, Sendable {
      /// It is in the file as it is here.
      case written
      /// A value of the matrix, in place of a placeholder.
      case value
      /// A comment, with its `#`.
      case comment
    }

    package var text: String
    package var kind: Kind

    package init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }
  }

  /// The parts of each line.
  package var lines: [[Piece]]

  /// The lines without the kinds of their parts.
  package var text: [String] { lines.map { $0.map(\.text).joined() } }

  /// Lines of these parts.
  package init(_ lines: [[Piece]]) { self.lines = lines }
}
