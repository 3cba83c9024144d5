internal import HTTPAuth
internal import JSON

/// What recordings are written with. Octets are texts in which each character stands for the octet of its number.
enum RecordingFormat {
  typealias Mistake = JSONValue.Mistake

  static let document = KeptDocument(
    kind: "recording", mark: "authspecRecording", version: 1)

  static func octets(_ octets: Octets) -> JSONValue { .string(octets.latin1) }
}
