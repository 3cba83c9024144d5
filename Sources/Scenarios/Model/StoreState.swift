// SPDX-License-Identifier: Apache-2.0

/// A change of the client's files of logins before a step.
package enum StoreState: String, Hashable, Sendable, CaseIterable {
  /// The content of all files is replaced by meaningless octets.
  case broken
  /// The last octets of the newest file are removed, as if writing it had been interrupted.
  case cut
  /// No file can be changed or added.
  case readOnly = "read-only"
}
