// SPDX-License-Identifier: Apache-2.0

/// Assigns each exchange that was seen to an expected one.
struct SequenceAlignment {
  /// For each seen exchange the index of the expected one; `nil` if the sequences do not agree.
  var places: [Int]?
  /// Where the best alignment ends: the first seen exchange that does not fit, and the next
  /// expected one.
  var furthest: (seen: Int, expected: Int) = (0, 0)

  /// Aligns `seen` exchanges with expected ones. Each expected one may occur as often as its range
  /// allows; `fits` returns `true` if a seen exchange is of the kind of an expected one.
  ///
  /// Each expected exchange takes as many seen ones as its range allows while the rest still fits.
  init(
    expected: [ClosedRange<Int>], seen: Int, fits: (_ seen: Int, _ expected: Int) -> Bool
  ) {
    // The usual case needs no search: each exchange is expected once and was seen once.
    if expected.count == seen,
      expected.indices.allSatisfy({ expected[$0] == 1...1 && fits($0, $0) })
    {
      places = Array(expected.indices)
      return
    }
    var failed = Set<Int>()
    var chosen: [Int] = []
    var furthest = (seen: 0, expected: 0)

    func align(_ item: Int, _ start: Int) -> Bool {
      if start > furthest.seen || (start == furthest.seen && item > furthest.expected) {
        furthest = (start, item)
      }
      if item == expected.count { return start == seen }
      let key = item * (seen + 1) + start
      if failed.contains(key) { return false }
      let count = expected[item]
      var taken = 0
      while taken < count.upperBound, start + taken < seen, fits(start + taken, item) { taken += 1 }
      if start + taken > furthest.seen && taken < count.lowerBound {
        furthest = (start + taken, item)
      }
      while taken >= count.lowerBound {
        chosen.append(contentsOf: repeatElement(item, count: taken))
        if align(item + 1, start + taken) { return true }
        chosen.removeLast(taken)
        taken -= 1
      }
      failed.insert(key)
      return false
    }

    if align(0, 0) { places = chosen }
    self.furthest = furthest
  }

  /// The index of the expected one with which the first seen one that does not fit is compared: the
  /// next one, or, if there is none, the last one if it is optional and did not occur.
  func compared(
    with expected: [ClosedRange<Int>], fits: (_ seen: Int, _ expected: Int) -> Bool
  ) -> Int? {
    let (seen, next) = furthest
    if next < expected.count { return next }
    guard let last = expected.last, last.lowerBound == 0,
      seen == 0 || !fits(seen - 1, next - 1)
    else { return nil }
    return next - 1
  }
}
