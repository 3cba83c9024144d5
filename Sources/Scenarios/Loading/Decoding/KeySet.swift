// SPDX-License-Identifier: Apache-2.0

/// The keys that one kind of mapping has. The schema in docs is held against these sets by a test.
protocol KeySet: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// What the mapping is, as in `unknown key "x" in a rule`.
  static var holder: String { get }
}

extension KeySet {
  /// All keys in the order declared.
  static var names: [String] { allCases.map(\.rawValue) }
}
