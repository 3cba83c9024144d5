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

  /// `true` if a server spoke TLS that does not in the scenario: the run was one of `--tls`.
  package var isOverTLS: Bool {
    zip(play.recording.servers, played.servers).contains {
      $0.configuration.tls != nil && $1.tls == nil
    }
  }

  /// Reads a recording.
  package init(file: String) throws(FileError) {
    try self.init(try FileReading.read(file, limit: 1 << 30), file: file)
  }

  /// Reads the octets of a recording.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    self = try RecordingFormat.document.read(octets, file: file, RecordedPlay.init)
  }

  private init(_ value: JSONValue) throws(JSONValue.Mistake) {
    let client: ClientIdentity = try value.part("client")
    guard ClientFiles.isNoPath(client.name) else { throw JSONValue.Mistake(member: "name") }
    played = try RecordedPlay.played(value)
    play = try RecordingFormat.play(try value.part("play"), client: client, of: played)
    verdict = try value.optional("verdict", String.self).flatMap { Verdict(rawValue: $0) }
    recorded = try value.optional("recorded") ?? 0
  }

  private static func played(_ value: JSONValue) throws(JSONValue.Mistake) -> Case {
    let scenario: JSONValue = try value.part("scenario")
    let loaded = ScenarioLoader.load(
      text: try scenario.part("text", Octets.self).array, id: try scenario.part("id"),
      file: try scenario.part("file"))
    let id: String = try value.part("id")
    guard let played = loaded.cases.first(where: { $0.id == id }) else {
      throw JSONValue.Mistake(member: "scenario")
    }
    return played
  }
}
