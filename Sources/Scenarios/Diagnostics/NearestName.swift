// SPDX-License-Identifier: Apache-2.0

/// Finds the names that a mistyped name may stand for.
package enum NearestName {
  /// The number of octets that are compared.
  private static let limit = 200

  /// The names that `word` is probably a misspelling of, the nearest first. Case does not matter.
  package static func to(
    _ word: String, among names: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let written = Array(word.lowercased().utf8.prefix(NearestName.limit))
    guard !written.isEmpty else { return [] }
    let near = names.compactMap { name in
      rank(written, Array(name.lowercased().utf8.prefix(NearestName.limit)))
        .map { (rank: $0, name: name) }
    }
    // Of two names at the same distance the first comes first.
    return near.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .prefix(limit).map(\.element.name)
  }

  /// The distance of a name, 0 for the same; `nil` if a misspelling is unlikely.
  private static func rank(_ written: [UInt8], _ name: [UInt8]) -> Int? {
    let shorter = min(written.count, name.count)
    let allowed = max(1, shorter / 3)
    guard abs(name.count - written.count) <= max(allowed, 2) else {
      // An incomplete name is near as well.
      return written.count >= 3 && name.starts(with: written) ? limit : nil
    }
    let distance = distance(written, name)
    if shorter >= 4, name.starts(with: written) || written.starts(with: name) {
      return min(distance, 1)
    }
    if distance <= allowed { return distance }
    // "reply" for "replied": another ending of the same word.
    let common = zip(written, name).prefix { $0 == $1 }.count
    return common >= 4 && common * 3 >= shorter * 2 ? distance : nil
  }

  /// `true` if one insertion, deletion, replacement or swap of neighbours turns one text into the
  /// other.
  package static func isOneSlip(from left: String, to right: String) -> Bool {
    guard abs(left.utf8.count - right.utf8.count) <= 1 else { return false }
    return distance(Array(left.utf8.prefix(limit)), Array(right.utf8.prefix(limit))) == 1
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one text
  /// into the other.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = Array(repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = Array(repeating: row + 1, count: right.count + 1)
      for column in 0..<right.count {
        let isSame = left[row] == right[column]
        var cost = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
