public import Conformance
internal import HTTPAuth
public import ScenarioLanguage
internal import JSON

/// A play that was recorded in a file, with the case it was of: all that a judge needs.
public struct RecordedPlay: Sendable {
  /// The case, loaded from the scenario's text in the file.
  public let played: Case
  /// What came of it.
  public let play: Play
  /// The verdict there was then.
  public let verdict: Verdict?
  /// When its run began: seconds since 1970.
  public let recorded: Int64

  /// Reads a recording.
  public init(file: String) throws(ReportError) {
    do throws(FileError) {
      try self.init(try FileSystem.read(file, limit: 1 << 30), file: file)
    } catch {
      throw ReportError(file: file, reason: error.reason)
    }
  }

  /// Reads the octets of a recording.
  public init(_ octets: [UInt8], file: String) throws(FileError) {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.value(of: octets)
    } catch {
      throw FileError(
        file: file, reason: "not a recording: \(error.complaint), at octet \(error.offset)")
    }
    guard let version = value["authspecRecording"]?.integer else {
      throw FileError(file: file, reason: "not a recording")
    }
    guard version == RecordingFormat.version else {
      throw FileError(file: file, reason: "a recording of format \(version), which is not known")
    }
    do throws(JSONValue.Mistake) {
      let client = try RecordingFormat.client(try value.member("client"))
      play = try RecordingFormat.play(try value.member("play"), client: client)
      played = try RecordedPlay.played(value)
      verdict = value.optionalString("verdict").flatMap { Verdict(rawValue: $0) }
      recorded = try value.optionalInteger("recorded") ?? 0
    } catch {
      throw FileError(
        file: file, reason: "not a whole recording: '\(error.member)' is missing or wrong")
    }
  }

  private static func played(_ value: JSONValue) throws(JSONValue.Mistake) -> Case {
    let scenario = try value.member("scenario")
    let loaded = ScenarioLoader.load(
      text: try scenario.octets("text").array, id: try scenario.string("id"),
      file: try scenario.string("file"))
    let id = try value.string("id")
    guard let played = loaded.cases.first(where: { $0.id == id }) else {
      throw JSONValue.Mistake(member: "scenario")
    }
    return played
  }
}
