// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The form of a mapping, from which its decoder, the errors for its keys, the abilities that it
/// implies and its schema come.
struct YAMLForm<Value>: Sendable {
  /// Its name in messages, as in `unknown key "x" in a rule`.
  let holder: String
  /// The hint for a value that is not a mapping.
  let hint: String?
  let members: [YAMLMember<Value>]
  /// The keys, in the order of messages.
  let names: [String]
  private let indices: [String: Int]
  let description: FormDescription

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - required: the keys that a mapping must have besides those of `must`; the decoder that uses
  ///     the form reports their absence in words of its own.
  ///   - oneOf: the keys of which a mapping must have one, likewise.
  ///   - isSingle: a mapping has one key only.
  ///   - rest: the keys beside the members; the decoder that uses the form reads them.
  init(
    _ holder: String, hint: String? = nil, required: [String] = [], oneOf: [String] = [],
    isSingle: Bool = false, rest: FormDescription.Rest = .none, _ members: [YAMLMember<Value>]
  ) {
    self.holder = holder
    self.hint = hint
    self.members = members
    names = members.map(\.about.key)
    indices = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    description = FormDescription(
      holder: holder, keys: members.map(\.about),
      required: members.filter { $0.demand != nil }.map(\.about.key) + required, oneOf: oneOf,
      isSingle: isSingle, rest: rest)
  }

  init(
    _ holder: String, hint: String? = nil, required: [String] = [], oneOf: [String] = [],
    rest: FormDescription.Rest = .none, _ members: YAMLMember<Value>...
  ) {
    self.init(holder, hint: hint, required: required, oneOf: oneOf, rest: rest, members)
  }

  /// The abilities that values imply by the keys in which they differ from a blank one.
  func needs(of values: [Value], unlike blank: Value) -> [String] {
    members.compactMap { member in
      guard let need = member.about.needs else { return nil }
      return values.contains { member.isSet($0, blank) } ? need.rawValue : nil
    }
  }

  /// The place of a key in `members`.
  func index(of key: String) -> Int? { indices[key] }

  /// The schema of such a mapping.
  var schema: YAMLSchema { .form { description } }
}

extension YAMLForm<Void> {
  /// Creates the form of a mapping that the decoder reads in its own way.
  init(
    _ holder: String, hint: String? = nil, required: [String] = [], oneOf: [String] = [],
    isSingle: Bool = false, rest: FormDescription.Rest = .none,
    keys: KeyValuePairs<String, YAMLSchema>
  ) {
    self.init(
      holder, hint: hint, required: required, oneOf: oneOf, isSingle: isSingle, rest: rest,
      keys.map { .custom($0, $1) })
  }
}

/// The forms of all mappings in YAML files.
enum Forms {}
