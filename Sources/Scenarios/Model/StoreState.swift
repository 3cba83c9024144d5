// SPDX-License-Identifier: Apache-2.0

/// What becomes of the files in which a client keeps logins, before a step.
package enum StoreState: String, Hashable, Sendable, CaseIterable {
  /// All of them hold octets that mean nothing.
  case broken
  /// The one that was written last lacks its last octets, as if writing it had been interrupted.
  case cut
  /// None of them can be changed, and none can be added.
  case readOnly = "read-only"
}
