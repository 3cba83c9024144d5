/// The name that was probably meant.
enum NearestName {
  /// The one of `names` that is nearest to `name`, when it is near enough to be a slip.
  static func suggestion(for name: String, among names: some Sequence<String>) -> String? {
    let written = Array(name.lowercased().utf8)
    guard !written.isEmpty, written.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in names {
      let other = Array(candidate.lowercased().utf8)
      let allowed = max(1, min(written.count, other.count) / 3)
      guard abs(other.count - written.count) <= max(allowed, 2) else { continue }
      let isBeginning =
        min(written.count, other.count) >= 4
        && (other.starts(with: written) || written.starts(with: other))
      // "reply" for "replied": another ending of the same word.
      let common = zip(written, other).prefix { $0 == $1 }.count
      let isSameWord = common >= 4 && common * 3 >= min(written.count, other.count) * 2
      let distance = isBeginning ? 1 : NearestName.distance(written, other)
      guard distance <= allowed || isBeginning || isSameWord, distance < best?.distance ?? .max
      else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
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
