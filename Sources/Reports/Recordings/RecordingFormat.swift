internal import HTTPAuth
internal import JSON

/// What recordings are written with. Octets are texts in which each character stands for the octet of its number.
enum RecordingFormat {
  /// Raised when a reader of this version could misread a file.
  static let version: Int64 = 1

  /// A file that is not what a recording has to be: the member that is missing or wrong.
  struct Mistake: Error {
    var member: String
  }

  static func octets(_ octets: Octets) -> JSONValue { .string(octets.latin1) }
}

extension JSONValue {
  // Members that must be there.

  func string(_ name: String) throws(RecordingFormat.Mistake) -> String {
    guard let value = self[name]?.string else { throw RecordingFormat.Mistake(member: name) }
    return value
  }

  func integer(_ name: String) throws(RecordingFormat.Mistake) -> Int64 {
    guard let value = self[name]?.integer else { throw RecordingFormat.Mistake(member: name) }
    return value
  }

  /// A place in a list or a number that fits an `Int`, not negative.
  func count(_ name: String) throws(RecordingFormat.Mistake) -> Int {
    guard let value = Int(exactly: try integer(name)), value >= 0 else {
      throw RecordingFormat.Mistake(member: name)
    }
    return value
  }

  func octets(_ name: String) throws(RecordingFormat.Mistake) -> Octets {
    guard let value = Octets(latin1: try string(name)) else {
      throw RecordingFormat.Mistake(member: name)
    }
    return value
  }

  func word<Word: RawRepresentable>(
    _ name: String, _ type: Word.Type
  ) throws(RecordingFormat.Mistake) -> Word where Word.RawValue == String {
    guard let value = Word(rawValue: try string(name)) else {
      throw RecordingFormat.Mistake(member: name)
    }
    return value
  }

  func member(_ name: String) throws(RecordingFormat.Mistake) -> JSONValue {
    guard let value = self[name] else { throw RecordingFormat.Mistake(member: name) }
    return value
  }

  // Members that may be left out.

  func optionalString(_ name: String) -> String? { self[name]?.string }

  func optionalOctets(_ name: String) throws(RecordingFormat.Mistake) -> Octets? {
    self[name] == nil ? nil : try octets(name)
  }

  func optionalInteger(_ name: String) throws(RecordingFormat.Mistake) -> Int64? {
    self[name] == nil ? nil : try integer(name)
  }

  func optionalCount(_ name: String) throws(RecordingFormat.Mistake) -> Int? {
    self[name] == nil ? nil : try count(name)
  }

  func flag(_ name: String) -> Bool { self[name]?.bool ?? false }

  /// The values of a list, each read so; none where it is left out.
  func list<Value>(
    _ name: String, _ read: (JSONValue) throws(RecordingFormat.Mistake) -> Value
  ) throws(RecordingFormat.Mistake) -> [Value] {
    guard let member = self[name] else { return [] }
    guard let values = member.array else { throw RecordingFormat.Mistake(member: name) }
    var result: [Value] = []
    result.reserveCapacity(values.count)
    for value in values { result.append(try read(value)) }
    return result
  }
}
