// SPDX-License-Identifier: Apache-2.0

/// A value that can be written as JSON.
package protocol JSONConvertible {
  /// The value; `nil` if an object should not have the member.
  var json: JSONValue? { get }
}

extension JSONValue: JSONConvertible {
  package var json: JSONValue? { self }
}

extension Bool: JSONConvertible {
  package var json: JSONValue? { .bool(self) }
}

extension Int64: JSONConvertible {
  package var json: JSONValue? { .integer(self) }
}

extension Int: JSONConvertible {
  package var json: JSONValue? { .integer(Int64(self)) }
}

extension String: JSONConvertible {
  package var json: JSONValue? { .string(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue? { .array(compactMap(\.json)) }

  /// The array; `nil` if it is empty, so that an object does not have the member.
  package var unlessEmpty: [Element]? { isEmpty ? nil : self }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONValue? { flatMap(\.json) }
}
