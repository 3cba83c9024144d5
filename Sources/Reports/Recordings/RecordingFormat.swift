internal import HTTPAuth
internal import JSON

/// What recordings are written with. Octets are texts in which each character stands for the octet of its number.
enum RecordingFormat {
  typealias Mistake = JSONValue.Mistake

  /// Raised when a reader of this version could misread a file.
  static let version: Int64 = 1

  static func octets(_ octets: Octets) -> JSONValue { .string(octets.latin1) }
}
