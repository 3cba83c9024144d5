// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The values that a case has kept under names so far, in the order of its expectations.
package final class CapturedValues {
  private var values: [String: Set<Octets>] = [:]

  /// Keeps a value.
  func keep(_ value: Octets, as name: String) { values[name, default: []].insert(value) }

  /// The values kept under a name; `nil` if there is none.
  subscript(name: String) -> Set<Octets>? { values[name] }
}
