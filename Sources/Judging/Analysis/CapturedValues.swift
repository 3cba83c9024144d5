// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The values that the expectations of a case have captured so far, by name.
package final class CapturedValues {
  private var values: [String: Set<Octets>] = [:]

  func keep(_ value: Octets, as name: String) { values[name, default: []].insert(value) }

  /// The values captured under a name; `nil` if there is none.
  subscript(name: String) -> Set<Octets>? { values[name] }
}
