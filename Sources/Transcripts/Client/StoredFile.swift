// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A file in the folder in which a client stores logins, after a step.
package struct StoredFile: Hashable, Sendable {
  /// Its path in the folder.
  package var name: String
  /// Its permission bits.
  package var mode: Int
  /// Its octets, or the first of them.
  package var content: Octets

  package init(name: String, mode: Int, content: Octets) {
    self.name = name
    self.mode = mode
    self.content = content
  }
}
