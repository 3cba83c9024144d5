// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON

extension JSONValue {
  /// A value that is not what it has to be: the member that is missing or wrong.
  package struct Mistake: Error {
    /// Its name.
    package var member: String

    /// The member of that name is missing or wrong.
    package init(member: String) { self.member = member }
  }

  // Members that must be there.

  package func string(_ name: String) throws(Mistake) -> String {
    guard let value = self[name]?.string else { throw Mistake(member: name) }
    return value
  }

  package func integer(_ name: String) throws(Mistake) -> Int64 {
    guard let value = self[name]?.integer else { throw Mistake(member: name) }
    return value
  }

  /// A place in a list or a number that fits an `Int`, not negative.
  package func count(_ name: String) throws(Mistake) -> Int {
    guard let value = Int(exactly: try integer(name)), value >= 0 else {
      throw Mistake(member: name)
    }
    return value
  }

  /// A time or a duration in nanoseconds: not negative, and less than two weeks, so that sums of
  /// them fit.
  package func nanoseconds(_ name: String) throws(Mistake) -> Int64 {
    let value = try integer(name)
    guard (0...1 << 50).contains(value) else { throw Mistake(member: name) }
    return value
  }

  package func octets(_ name: String) throws(Mistake) -> Octets {
    guard let value = Octets(latin1: try string(name)) else {
      throw Mistake(member: name)
    }
    return value
  }

  package func word<Word: RawRepresentable>(
    _ name: String, _ type: Word.Type
  ) throws(Mistake) -> Word where Word.RawValue == String {
    guard let value = Word(rawValue: try string(name)) else {
      throw Mistake(member: name)
    }
    return value
  }

  package func member(_ name: String) throws(Mistake) -> JSONValue {
    guard let value = self[name] else { throw Mistake(member: name) }
    return value
  }

  // Members that may be left out.

  package func optionalString(_ name: String) -> String? { self[name]?.string }

  package func optionalOctets(_ name: String) throws(Mistake) -> Octets? {
    self[name] == nil ? nil : try octets(name)
  }

  package func optionalInteger(_ name: String) throws(Mistake) -> Int64? {
    self[name] == nil ? nil : try integer(name)
  }

  package func optionalNanoseconds(_ name: String) throws(Mistake) -> Int64? {
    self[name] == nil ? nil : try nanoseconds(name)
  }

  package func optionalCount(_ name: String) throws(Mistake) -> Int? {
    self[name] == nil ? nil : try count(name)
  }

  package func flag(_ name: String) -> Bool { self[name]?.bool ?? false }

  /// The values of a list; none if it is left out.
  package func values(_ name: String) throws(Mistake) -> [JSONValue] {
    guard let member = self[name] else { return [] }
    guard let values = member.array else { throw Mistake(member: name) }
    return values
  }

  /// The texts of a list; none if it is left out.
  package func texts(_ name: String) throws(Mistake) -> [String] {
    try list(name) { value throws(Mistake) in
      guard let text = value.string else { throw Mistake(member: name) }
      return text
    }
  }

  /// The values of a list, each read by `read`; none if it is left out.
  package func list<Value>(
    _ name: String, _ read: (JSONValue) throws(Mistake) -> Value
  ) throws(Mistake) -> [Value] {
    let values = try values(name)
    var result: [Value] = []
    result.reserveCapacity(values.count)
    for value in values { result.append(try read(value)) }
    return result
  }
}
