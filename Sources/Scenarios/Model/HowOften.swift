// SPDX-License-Identifier: Apache-2.0

extension ClosedRange<Int> {
  /// The range as a number of times: `not at all`, `once`, `2 times`, `0 to 3 times`.
  package var often: String {
    if lowerBound < upperBound { return "\(lowerBound) to \(upperBound) times" }
    return lowerBound == 0 ? "not at all" : lowerBound == 1 ? "once" : "\(lowerBound) times"
  }
}

extension Int {
  /// The number as a number of times: `once`, `2 times`.
  package var often: String { (self...self).often }
}
