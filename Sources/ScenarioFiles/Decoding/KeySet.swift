// SPDX-License-Identifier: Apache-2.0

/// The keys of one kind of mapping. A test compares the JSON schema in docs with these sets.
protocol KeySet: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The name of the mapping in messages, as in `unknown key "x" in a rule`.
  static var holder: String { get }
}

extension KeySet {
  static var names: [String] { allCases.map(\.rawValue) }
}
