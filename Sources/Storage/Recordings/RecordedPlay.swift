// SPDX-License-Identifier: Apache-2.0

import Reporting
import HTTPAuth
import JSON
import Platform
import Playing
import Scenarios
import Transcripts

/// A transcript from a recording, with its case: the input of the judge.
package struct RecordedPlay: Sendable {
  /// The case, loaded from the scenario's text in the recording.
  package let played: Case
  package let play: Transcript
  /// The verdict of the recorded run.
  package let verdict: Verdict?
  /// The start of the recorded run in seconds since 1970.
  package let recorded: Int64

  /// The transports on which the run played all cases, as far as they differ from the scenario's.
  package var transports: Set<ExpectedFailure.Transport> {
    var transports: Set<ExpectedFailure.Transport> = []
    for (server, defined) in zip(play.recording.servers, played.servers) {
      if server.configuration.tls != nil, defined.tls == nil { transports.insert(.tls) }
      if server.configuration.speaksHTTP2, !defined.speaksHTTP2 { transports.insert(.http2) }
    }
    if !transports.contains(.http2) { transports.insert(.http1) }
    return transports
  }

  /// Reads a recording.
  package init(file: String) throws(FileError) {
    var scenarios = RecordedScenarios()
    try self.init(file: file, &scenarios)
  }

  /// Reads one of several recordings. `scenarios` has the scenarios that are already loaded.
  package init(file: String, _ scenarios: inout RecordedScenarios) throws(FileError) {
    try self.init(try FileReading.read(file, limit: 1 << 30), file: file, &scenarios)
  }

  /// Reads the octets of a recording.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    var scenarios = RecordedScenarios()
    try self.init(octets, file: file, &scenarios)
  }

  private init(
    _ octets: [UInt8], file: String, _ scenarios: inout RecordedScenarios
  ) throws(FileError) {
    self = try RecordingFormat.document.read(octets, file: file) {
      value throws(JSONValue.Mistake) in try RecordedPlay(value, &scenarios)
    }
  }

  private init(
    _ value: JSONValue, _ scenarios: inout RecordedScenarios
  ) throws(JSONValue.Mistake) {
    let client: ClientIdentity = try value.part("client")
    guard ClientFiles.isNoPath(client.name) else { throw JSONValue.Mistake(member: "name") }
    let source: RecordedScenarios.Source = try value.part("scenario")
    guard let played = scenarios.played(try value.part("id"), of: source) else {
      throw JSONValue.Mistake(member: "scenario")
    }
    self.played = played
    play = try RecordingFormat.play(try value.part("play"), client: client, of: played)
    verdict = try value.optional("verdict", String.self).flatMap { Verdict(rawValue: $0) }
    recorded = try value.optional("recorded") ?? 0
  }
}
