/// A JSON value (RFC 8259). Numbers are integers here; an object's members keep their order.
package enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case integer(Int64)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object; a name may stand in it more than once.
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: JSONValue

    /// A member.
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object of these members; those that are nil are left out.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  /// A number.
  package static func integer(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  /// A list of texts.
  package static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// Nil for an empty list, so that its member is left out.
  package static func listed(_ values: [JSONValue]) -> JSONValue? {
    values.isEmpty ? nil : .array(values)
  }
}

extension JSONValue {
  /// Adds the value to a text on one line: every control and every scalar above ASCII that could
  /// upset a reader is written by number, the rest as it is.
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
  /// The value of an object's member; `nil` if there is none or it is null.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self,
      let value = members.first(where: { $0.name == name })?.value, value != .null
    else { return nil }
    return value
  }

  /// The text that it is; `nil` if it is none.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The number that it is; `nil` if it is none.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// What it says; `nil` if it is neither true nor false.
  package var bool: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }
  /// The list that it is; `nil` if it is none.
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
