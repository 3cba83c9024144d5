// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// A kind of value: how it is read, and its schema. `read` returns `nil` for a value that it cannot
/// read, after it has reported it.
struct YAMLKind<Part>: Sendable {
  let schema: YAMLSchema
  let read: @Sendable (Decoder, YAMLNode) -> Part?

  init(_ schema: YAMLSchema, _ read: @escaping @Sendable (Decoder, YAMLNode) -> Part?) {
    self.schema = schema
    self.read = read
  }

  /// A mapping; what its keys do not say is that of `blank`.
  static func form(
    _ form: @escaping @autoclosure @Sendable () -> YAMLForm<Part>,
    _ blank: @escaping @Sendable (YAMLNode) -> Part
  ) -> YAMLKind {
    YAMLKind(.lazy { form().schema }) { $0.read($1, as: form(), into: blank($1)) }
  }

  static func list<Element>(
    _ what: String, hint: String? = nil, _ kind: YAMLKind<Element>
  ) -> YAMLKind where Part == [Element] {
    YAMLKind(.list(kind.schema)) { decoder, node in
      decoder.list(node, of: what, hint: hint) { kind.read(decoder, $0) }
    }
  }

  /// The elements of a list, in any order and each once.
  static func set<Element: Sendable>(
    _ list: YAMLKind<[Element]>
  ) -> YAMLKind where Part == Set<Element> {
    YAMLKind(list.schema) { decoder, node in list.read(decoder, node).map { Set($0) } }
  }

  /// One of these words, or another kind of value.
  static func either<Other: Sendable>(
    _ words: KeyValuePairs<String, Part>, or other: YAMLKind<Other>,
    _ make: @escaping @Sendable (Other) -> Part
  ) -> YAMLKind where Part: Sendable {
    YAMLKind(.any([.words(words.map(\.key)), other.schema])) { decoder, node in
      if case .scalar(let text, _) = node.content,
        let word = words.first(where: { $0.key == text })
      {
        return word.value
      }
      return other.read(decoder, node).map(make)
    }
  }

  /// A value, or a list of values.
  static func oneOrMore<Element>(_ kind: YAMLKind<Element>) -> YAMLKind where Part == [Element] {
    YAMLKind(.any([kind.schema, .list(kind.schema)])) { decoder, node in
      decoder.oneOrMore(node).compactMap { kind.read(decoder, $0) }
    }
  }
}

extension YAMLKind where Part: RawRepresentable<String> & CaseIterable & Sendable {
  /// The raw value of a case.
  static func choice(_ what: String) -> YAMLKind {
    YAMLKind(.words(Part.allCases.map(\.rawValue))) { $0.choice($1, what) }
  }
}

extension YAMLKind<Bool> {
  static let flag = YAMLKind(.flag) { $0.flag($1) }

  /// One of several words, of which one stands for `true`.
  static func isWord(_ word: String, _ what: String, of words: [String]) -> YAMLKind {
    YAMLKind(.words(words)) { decoder, node in
      decoder.word(node, what, of: words).map { $0 == word }
    }
  }
}

extension YAMLKind<Int> {
  static func number(_ what: String, _ range: ClosedRange<Int>) -> YAMLKind {
    YAMLKind(.number(range)) { $0.number($1, what, in: range) }
  }

  static let status = number("a status", 100...999)
}

extension YAMLKind<ClosedRange<Int>> {
  static func range(upTo most: Int) -> YAMLKind {
    YAMLKind(.range) { $0.range($1, upTo: most) }
  }
}

extension YAMLKind<String> {
  static func words(_ what: String) -> YAMLKind { YAMLKind(.text) { $0.words($1, what) } }

  static func word(_ what: String, of words: [String]) -> YAMLKind {
    YAMLKind(.words(words)) { $0.word($1, what, of: words) }
  }

  static func id(_ letter: Character, _ what: String, _ example: String) -> YAMLKind {
    YAMLKind(.pattern("^\(letter)[0-9]+$")) { $0.id($1, letter, what, example) }
  }

  static let requirement = id("R", "a requirement", "R083")
  static let peer = id("B", "a peers' behaviour", "B21")
  static let specification = YAMLKind(.text) { $0.specification($1) }
  static let scheme = YAMLKind(.pattern(Decoder.patternOfSchemes)) { $0.scheme($1) }
  static let method = YAMLKind(.pattern("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")) { $0.method($1) }
  static let server = YAMLKind(.text) { $0.server($1) }
}

extension YAMLKind<Octets> {
  static func octets(_ what: String) -> YAMLKind { YAMLKind(.text) { $0.octets($1, what) } }
}

extension YAMLKind<Template> {
  static func text(_ what: String) -> YAMLKind { YAMLKind(.text) { $0.template($1, what) } }
  static let path = YAMLKind(.pattern("^(?:/|.*\\$\\{)")) { $0.path($1) }
}

extension YAMLKind<[HeaderTemplate]> {
  static func headers(_ what: String = "header lines") -> YAMLKind {
    YAMLKind(.any([.map(.text), .list(.map(.text))])) { $0.headers($1, what) }
  }
}

extension YAMLKind<[ExchangePattern.NamedValue]> {
  static func namedValues(_ what: String) -> YAMLKind {
    YAMLKind(.map(.value)) { $0.namedValues($1, what) }
  }
}

extension YAMLKind<ExchangePattern.Value> {
  static let value = YAMLKind(.value) { $0.value($1) }
}

extension YAMLKind<ExchangePattern.Body> {
  /// `step`, `empty`, a text, or `{ is: text }`.
  static let body = YAMLKind(.value) { $0.body($1) }
}
