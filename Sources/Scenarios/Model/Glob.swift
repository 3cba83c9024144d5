// SPDX-License-Identifier: Apache-2.0

/// A pattern with wildcards, which matches names octet by octet.
package struct Glob: Hashable, Sendable {
  /// The meaning of a pattern's wildcards.
  package enum Meaning: Hashable, Sendable {
    /// `*` stands for any octets but `/`, `**` for any at all, `?` for one that is no `/`.
    case path
    /// `*` stands for any octets, `/` too, and everything else for itself.
    case text
  }

  private enum Piece: Hashable {
    case octet(UInt8)
    case one
    case many
    case manyInFolder
  }

  /// The text of the pattern.
  package let pattern: String
  private let pieces: [Piece]

  /// `true` if it can match more than one name.
  package var hasWildcard: Bool {
    pieces.contains { if case .octet = $0 { false } else { true } }
  }

  package init(_ pattern: some StringProtocol, _ meaning: Meaning) {
    self.pattern = String(pattern)
    var pieces: [Piece] = []
    pieces.reserveCapacity(pattern.utf8.count)
    for octet in pattern.utf8 {
      switch octet {
      case UInt8(ascii: "*"):
        switch (meaning, pieces.last) {
        case (.text, .many), (.path, .many): break
        case (.path, .manyInFolder): pieces[pieces.count - 1] = .many
        case (.text, _): pieces.append(.many)
        case (.path, _): pieces.append(.manyInFolder)
        }
      case UInt8(ascii: "?") where meaning == .path: pieces.append(.one)
      default: pieces.append(.octet(octet))
      }
    }
    self.pieces = pieces
  }

  /// `true` if it matches the whole name. Does not recurse; if all stars are of one kind, the time
  /// is at most proportional to the product of both lengths.
  package func matches(_ name: String) -> Bool {
    let name = Array(name.utf8)
    let slash = UInt8(ascii: "/")
    var index = 0
    var place = 0
    // After a mismatch, matching continues after the last star of either kind, which then takes one
    // more octet.
    var far: (place: Int, index: Int)?
    var near: (place: Int, index: Int)?
    while index < name.count || place < pieces.count {
      if place < pieces.count {
        switch pieces[place] {
        case .many:
          place += 1
          far = (place, index)
          near = nil
          continue
        case .manyInFolder:
          place += 1
          near = (place, index)
          continue
        case .octet(let wanted):
          if index < name.count, name[index] == wanted {
            place += 1
            index += 1
            continue
          }
        case .one:
          if index < name.count, name[index] != slash {
            place += 1
            index += 1
            continue
          }
        }
      }
      if let last = near, last.index < name.count, name[last.index] != slash {
        near = (last.place, last.index + 1)
        place = last.place
        index = last.index + 1
      } else if let last = far, last.index < name.count {
        near = nil
        far = (last.place, last.index + 1)
        place = last.place
        index = last.index + 1
      } else {
        return false
      }
    }
    return true
  }

  /// `true` if a word contains a wildcard of patterns of paths.
  package static func isPattern(_ word: some StringProtocol) -> Bool {
    word.contains { $0 == "*" || $0 == "?" }
  }
}
