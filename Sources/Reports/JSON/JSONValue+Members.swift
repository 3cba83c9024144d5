internal import HTTPAuth
internal import JSON

extension JSONValue {
  /// A value that is not what it has to be: the member that is missing or wrong.
  struct Mistake: Error {
    var member: String
  }

  // Members that must be there.

  func string(_ name: String) throws(Mistake) -> String {
    guard let value = self[name]?.string else { throw Mistake(member: name) }
    return value
  }

  func integer(_ name: String) throws(Mistake) -> Int64 {
    guard let value = self[name]?.integer else { throw Mistake(member: name) }
    return value
  }

  /// A place in a list or a number that fits an `Int`, not negative.
  func count(_ name: String) throws(Mistake) -> Int {
    guard let value = Int(exactly: try integer(name)), value >= 0 else {
      throw Mistake(member: name)
    }
    return value
  }

  /// A time or a duration in nanoseconds: not negative, and less than two weeks, so that sums of them fit.
  func nanoseconds(_ name: String) throws(Mistake) -> Int64 {
    let value = try integer(name)
    guard (0...1 << 50).contains(value) else { throw Mistake(member: name) }
    return value
  }

  func octets(_ name: String) throws(Mistake) -> Octets {
    guard let value = Octets(latin1: try string(name)) else {
      throw Mistake(member: name)
    }
    return value
  }

  func word<Word: RawRepresentable>(
    _ name: String, _ type: Word.Type
  ) throws(Mistake) -> Word where Word.RawValue == String {
    guard let value = Word(rawValue: try string(name)) else {
      throw Mistake(member: name)
    }
    return value
  }

  func member(_ name: String) throws(Mistake) -> JSONValue {
    guard let value = self[name] else { throw Mistake(member: name) }
    return value
  }

  // Members that may be left out.

  func optionalString(_ name: String) -> String? { self[name]?.string }

  func optionalOctets(_ name: String) throws(Mistake) -> Octets? {
    self[name] == nil ? nil : try octets(name)
  }

  func optionalInteger(_ name: String) throws(Mistake) -> Int64? {
    self[name] == nil ? nil : try integer(name)
  }

  func optionalNanoseconds(_ name: String) throws(Mistake) -> Int64? {
    self[name] == nil ? nil : try nanoseconds(name)
  }

  func optionalCount(_ name: String) throws(Mistake) -> Int? {
    self[name] == nil ? nil : try count(name)
  }

  func flag(_ name: String) -> Bool { self[name]?.bool ?? false }

  /// The values of a list, each read so; none where it is left out.
  func list<Value>(
    _ name: String, _ read: (JSONValue) throws(Mistake) -> Value
  ) throws(Mistake) -> [Value] {
    guard let member = self[name] else { return [] }
    guard let values = member.array else { throw Mistake(member: name) }
    var result: [Value] = []
    result.reserveCapacity(values.count)
    for value in values { result.append(try read(value)) }
    return result
  }
}
