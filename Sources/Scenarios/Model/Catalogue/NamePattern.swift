// SPDX-License-Identifier: Apache-2.0

/// A pattern of names in a catalogue, in which `*` stands for anything, with its place in the file.
package struct NamePattern: Hashable, Sendable {
  private let glob: Glob
  package let place: SourceSpan

  package init(_ pattern: String, at place: SourceSpan) {
    glob = Glob(pattern, .text)
    self.place = place
  }

  /// The text of the pattern.
  package var pattern: String { glob.pattern }

  /// `true` if it can match more than one name.
  package var hasWildcard: Bool { glob.hasWildcard }

  /// `true` if it matches the whole name.
  package func matches(_ name: String) -> Bool { glob.matches(name) }
}
