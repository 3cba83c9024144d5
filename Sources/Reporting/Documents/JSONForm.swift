// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON

/// A type whose values are written as JSON and read again.
package protocol JSONFormed: JSONConvertible, Sendable {
  static var form: JSONForm<Self> { get }
}

extension JSONFormed {
  package var json: JSONValue? { Self.form.write(self) }
}

/// The functions that write the values of a type as JSON and read them again.
package struct JSONForm<Value>: Sendable {
  package typealias Mistake = JSONValue.Mistake

  let write: @Sendable (Value) -> JSONValue
  /// Reads the value of a member; the name is for errors.
  let read: @Sendable (JSONValue, _ member: String) throws(Mistake) -> Value
}

extension JSONForm where Value: Sendable {
  /// The form of an object; a value that is read keeps what its members do not say from `blank`.
  package init(_ blank: Value, _ members: JSONMember<Value>...) {
    self.init(
      write: { value in
        .object(
          members.compactMap { member in
            member.write(value, blank).map { .init(name: member.name, value: $0) }
          })
      },
      read: { json, _ throws(Mistake) in
        var value = blank
        for member in members { try member.read(json[member.name], &value) }
        return value
      })
  }

  /// The form of a text; `value` returns `nil` for a text that is not valid.
  package static func text(
    _ text: @escaping @Sendable (Value) -> String, _ value: @escaping @Sendable (String) -> Value?
  ) -> JSONForm {
    JSONForm(
      write: { .string(text($0)) },
      read: { json, member throws(Mistake) in
        guard let found = json.string.flatMap(value) else { throw Mistake(member: member) }
        return found
      })
  }

  /// The form of a number; `value` returns `nil` for a number that is out of range.
  static func number(
    _ number: @escaping @Sendable (Value) -> Int64, _ value: @escaping @Sendable (Int64) -> Value?
  ) -> JSONForm {
    JSONForm(
      write: { .integer(number($0)) },
      read: { json, member throws(Mistake) in
        guard let found = json.integer.flatMap(value) else { throw Mistake(member: member) }
        return found
      })
  }
}

/// A member of an object, and the part of a value that it holds.
package struct JSONMember<Value>: Sendable {
  package typealias Mistake = JSONValue.Mistake
  package typealias Path<Part> = any WritableKeyPath<Value, Part> & Sendable

  let name: String
  let write: @Sendable (_ value: Value, _ blank: Value) -> JSONValue?
  let read: @Sendable (JSONValue?, inout Value) throws(Mistake) -> Void

  /// A member that is always written and must be there.
  package static func must<Part: JSONFormed>(_ name: String, _ path: Path<Part>) -> JSONMember {
    JSONMember(
      name: name, write: { value, _ in Part.form.write(value[keyPath: path]) },
      read: { json, value throws(Mistake) in
        guard let json else { throw Mistake(member: name) }
        value[keyPath: path] = try Part.form.read(json, name)
      })
  }

  /// A member that is left out if it equals that of the blank value.
  package static func may<Part: JSONFormed & Equatable>(
    _ name: String, _ path: Path<Part>
  ) -> JSONMember {
    JSONMember(
      name: name,
      write: { value, blank in
        let part = value[keyPath: path]
        return part == blank[keyPath: path] ? nil : Part.form.write(part)
      },
      read: { json, value throws(Mistake) in
        if let json { value[keyPath: path] = try Part.form.read(json, name) }
      })
  }
}

extension JSONValue {
  /// The error of an object in which a member is missing or wrong.
  package struct Mistake: Error {
    /// The member's name.
    package var member: String

    package init(member: String) { self.member = member }
  }

  /// Returns the value of a member that must be there.
  package func part<Part: JSONFormed>(
    _ name: String, _ type: Part.Type = Part.self
  ) throws(Mistake) -> Part {
    guard let part: Part = try optional(name) else { throw Mistake(member: name) }
    return part
  }

  /// Returns the value of a member that may be left out.
  package func optional<Part: JSONFormed>(
    _ name: String, _ type: Part.Type = Part.self
  ) throws(Mistake) -> Part? {
    guard let value = self[name] else { return nil }
    return try Part.form.read(value, name)
  }
}

// MARK: Simple values

extension JSONValue: JSONFormed {
  package static var form: JSONForm<JSONValue> {
    JSONForm(write: { $0 }, read: { json, _ throws(Mistake) in json })
  }
}

extension String: JSONFormed {
  package static var form: JSONForm<String> { .text({ $0 }, { $0 }) }
}

/// Octets are texts in which each character stands for the octet of its number.
extension Octets: JSONFormed {
  package static var form: JSONForm<Octets> { .text(\.latin1) { Octets(latin1: $0) } }
}

extension JSONFormed where Self: RawRepresentable, RawValue == String {
  package static var form: JSONForm<Self> { .text(\.rawValue) { Self(rawValue: $0) } }
}

extension Bool: JSONFormed {
  package static var form: JSONForm<Bool> {
    JSONForm(
      write: { .bool($0) },
      read: { json, member throws(JSONValue.Mistake) in
        guard let value = json.bool else { throw JSONValue.Mistake(member: member) }
        return value
      })
  }
}

/// A place in a list or another number, not negative.
extension Int: JSONFormed {
  package static var form: JSONForm<Int> {
    .number({ Int64($0) }) { $0 < 0 ? nil : Int(exactly: $0) }
  }
}

/// A time or a duration in nanoseconds: not negative, and less than two weeks, so that sums of them
/// fit.
extension Int64: JSONFormed {
  package static var form: JSONForm<Int64> {
    .number({ $0 }) { (0...1 << 50).contains($0) ? $0 : nil }
  }
}

extension Optional: JSONFormed where Wrapped: JSONFormed {
  package static var form: JSONForm<Wrapped?> {
    JSONForm(
      write: { $0.map(Wrapped.form.write) ?? .null },
      read: { json, member throws(JSONValue.Mistake) in try Wrapped.form.read(json, member) })
  }
}

extension Array: JSONFormed where Element: JSONFormed {
  package static var form: JSONForm<[Element]> {
    JSONForm(
      write: { .array($0.map(Element.form.write)) },
      read: { json, member throws(JSONValue.Mistake) in
        guard let values = json.array else { throw JSONValue.Mistake(member: member) }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values { elements.append(try Element.form.read(value, member)) }
        return elements
      })
  }
}

extension Dictionary: JSONConvertible, JSONFormed where Key == String, Value: JSONFormed {
  package static var form: JSONForm<[String: Value]> {
    JSONForm(
      write: { parts in
        .object(
          parts.sorted { $0.key < $1.key }.map { .init(name: $0, value: Value.form.write($1)) })
      },
      read: { json, member throws(JSONValue.Mistake) in
        guard case .object(let members) = json else { throw JSONValue.Mistake(member: member) }
        var parts: [String: Value] = [:]
        for part in members { parts[part.name] = try Value.form.read(part.value, part.name) }
        return parts
      })
  }
}

extension Set: JSONConvertible, JSONFormed where Element == String {
  package static var form: JSONForm<Set<String>> {
    JSONForm(
      write: { .array($0.sorted().map { .string($0) }) },
      read: { json, member throws(JSONValue.Mistake) in
        Set(try [String].form.read(json, member))
      })
  }
}
