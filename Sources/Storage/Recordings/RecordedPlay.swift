// SPDX-License-Identifier: Apache-2.0

import Reporting
import HTTPAuth
import JSON
import Platform
import Playing
import Scenarios
import Transcripts

/// A play that was recorded in a file, with the case it was of: all that a judge needs.
package struct RecordedPlay: Sendable {
  /// The case, loaded from the scenario's text in the file.
  package let played: Case
  /// The transcript of the play.
  package let play: Transcript
  /// The verdict when it was recorded.
  package let verdict: Verdict?
  /// When its run began: seconds since 1970.
  package let recorded: Int64

  /// Reads a recording.
  package init(file: String) throws(FileError) {
    try self.init(try FileReading.read(file, limit: 1 << 30), file: file)
  }

  /// Reads the octets of a recording.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    self = try RecordingFormat.document.read(octets, file: file) {
      value throws(JSONValue.Mistake) in
      try RecordedPlay(value)
    }
  }

  private init(_ value: JSONValue) throws(JSONValue.Mistake) {
    let client = try RecordingFormat.client(try value.member("client"))
    guard ClientFiles.isNoPath(client.name) else { throw JSONValue.Mistake(member: "name") }
    let play = try RecordingFormat.play(try value.member("play"), client: client)
    let played = try RecordedPlay.played(value)
    try RecordingFormat.check(play, of: played)
    self.play = play
    self.played = played
    verdict = value.optionalString("verdict").flatMap { Verdict(rawValue: $0) }
    recorded = try value.optionalInteger("recorded") ?? 0
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
