/// Known names that a mistyped one may stand for.
public enum NearestName {
  /// The names that are nearest to a word, the nearest first; none that is further away than a third of its length.
  public static func to(_ word: String, among names: some Sequence<String>, limit: Int = 3)
    -> [String]
  {
    let wanted = Array(word.utf8.prefix(200))
    let allowed = max(2, wanted.count / 3)
    let candidates = names.compactMap { name -> (distance: Int, name: String)? in
      let octets = Array(name.utf8.prefix(200))
      guard abs(octets.count - wanted.count) <= allowed else {
        // What was begun and not finished is near, too.
        return wanted.count >= 3 && octets.starts(with: wanted) ? (allowed, name) : nil
      }
      let distance = distance(wanted, octets)
      return distance <= allowed ? (distance, name) : nil
    }
    return candidates.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit)
      .map(\.name)
  }

  /// How many octets have to be put in, left out, replaced or swapped with their neighbour.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for (row, octet) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(
          above[column + 1] + 1, current[column] + 1, above[column] + (octet == other ? 0 : 1))
        if row > 0, column > 0, octet == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
