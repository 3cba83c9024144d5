// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259). All numbers are integers, and the members of objects are ordered.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case string(String)
  case array([JSONValue])
  /// An object. A name can occur more than once.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object of these members, except those that are `nil`.
  package static func members(
    _ members: KeyValuePairs<String, any JSONConvertible>
  ) -> JSONValue {
    .object(members.compactMap { name, value in value.json.map { Member(name: name, value: $0) } })
  }

  package static func integer(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension JSONValue {
  /// Appends the value to a text, on one line. Control characters and line separators are escaped;
  /// other characters outside ASCII are not.
  package func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .integer(let number): text += String(number)
    case .string(let string): JSONValue.write(string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONValue.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// The value on one line.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The beginning of the value on one line: the value itself if it is short, or else at least that
  /// many octets of it.
  package func beginning(_ most: Int) -> String {
    var room = most
    return shortened(&room).text
  }

  /// The value without what follows its first octets. What is left out is not copied.
  private func shortened(_ room: inout Int) -> JSONValue {
    switch self {
    case .null, .bool, .integer:
      room -= 8
      return self
    case .string(let string):
      defer { room -= min(room, string.utf8.count) }
      return string.utf8.count <= room
        ? self : .string(String(string.unicodeScalars.prefix(max(0, room) + 1)))
    case .array(let values):
      var kept: [JSONValue] = []
      for value in values {
        if room <= 0 { break }
        kept.append(value.shortened(&room))
      }
      return .array(kept)
    case .object(let members):
      var kept: [Member] = []
      for member in members {
        if room <= 0 { break }
        room -= member.name.utf8.count
        kept.append(Member(name: member.name, value: member.value.shortened(&room)))
      }
      return .object(kept)
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    if string.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || (0x2028...0x2029).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension JSONValue {
  /// The value of an object's member; `nil` if it is missing or null.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self,
      let value = members.first(where: { $0.name == name })?.value, value != .null
    else { return nil }
    return value
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  package var bool: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
