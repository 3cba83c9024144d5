// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A key of a mapping, and the part of a value that it holds.
struct YAMLMember<Value>: Sendable {
  typealias Path<Part> = any WritableKeyPath<Value, Part> & Sendable

  let about: FormDescription.Key
  /// The hint where the key is missing; `nil` if it may be.
  var demand: String?
  /// Returns whether a value differs from a blank one in this part.
  var isSet: @Sendable (_ value: Value, _ blank: Value) -> Bool = { _, _ in false }
  /// Reads the value of the key; returns `false` if it cannot be read.
  let read: @Sendable (Decoder, YAMLNode, inout Value) -> Bool

  /// A key that may be left out. A value other than the blank one implies the ability `needs`.
  static func may<Part: Equatable & Sendable>(
    _ key: String, _ path: Path<Part>, _ kind: YAMLKind<Part>, needs: Ability? = nil
  ) -> YAMLMember {
    YAMLMember(
      about: .init(key: key, schema: kind.schema, needs: needs),
      isSet: { $0[keyPath: path] != $1[keyPath: path] },
      read: { decoder, node, value in
        guard let part = kind.read(decoder, node) else { return false }
        value[keyPath: path] = part
        return true
      })
  }

  /// A key that may be left out, for a part that may be `nil`; so it is if its value is not read.
  static func option<Part: Equatable & Sendable>(
    _ key: String, _ path: Path<Part?>, _ kind: YAMLKind<Part>, needs: Ability? = nil
  ) -> YAMLMember {
    may(key, path, YAMLKind(kind.schema) { .some(kind.read($0, $1)) }, needs: needs)
  }

  /// A key that the mapping must have, with a hint where it is missing.
  static func must<Part: Equatable & Sendable>(
    _ key: String, _ path: Path<Part>, _ kind: YAMLKind<Part>, _ hint: String
  ) -> YAMLMember {
    var member = may(key, path, kind)
    member.demand = hint
    return member
  }

  /// A key whose value is read in its own way, by default by the decoder that uses the form.
  static func custom(
    _ key: String, _ schema: YAMLSchema,
    _ read: @escaping @Sendable (Decoder, YAMLNode, inout Value) -> Void = { _, _, _ in }
  ) -> YAMLMember {
    YAMLMember(about: .init(key: key, schema: schema, needs: nil)) {
      read($0, $1, &$2)
      return true
    }
  }
}

// MARK: Members of several forms

extension YAMLMember {
  static func optional(_ count: Path<ClosedRange<Int>>) -> YAMLMember {
    custom("optional", .flag) { if $0.flag($1) == true { $2[keyPath: count] = 0...1 } }
  }

  static func `repeat`(_ count: Path<ClosedRange<Int>>) -> YAMLMember {
    may("repeat", count, .range(upTo: 1_000_000))
  }

  static func level(_ level: Path<Level?>) -> YAMLMember {
    option("level", level, .choice("a level"))
  }

  static func requirement(_ requirement: Path<String?>) -> YAMLMember {
    option("requirement", requirement, .requirement)
  }

  static func title(_ title: Path<String?>) -> YAMLMember {
    option("title", title, .words("a title"))
  }
}
