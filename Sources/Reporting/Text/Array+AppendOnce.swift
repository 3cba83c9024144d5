// SPDX-License-Identifier: Apache-2.0

extension Array where Element: Equatable {
  /// Appends an element unless it is in the array already or `nil`.
  mutating func appendOnce(_ element: Element?) {
    if let element, !contains(element) { append(element) }
  }
}
