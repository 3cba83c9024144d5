// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts

/// The file of a recording: the play of a case with everything that is needed to judge it again.
package enum RecordingFormat {
  package typealias Mistake = JSONValue.Mistake

  package static let document = KeptDocument(
    kind: "recording", mark: "authspecRecording", version: 1, remedy: "record the case again")

  /// Returns the content of a result's file; `text` is that of the scenario's file.
  package static func value(
    _ result: CaseResult, _ play: Transcript, _ header: RunHeader?, text: [UInt8]?
  ) -> JSONValue {
    let scenario = result.played.scenario
    return .members([
      document.mark: document.version, "id": result.played.id, "version": header?.version ?? "",
      "recorded": header?.started ?? 0, "seed": "\(header?.seed ?? 0)",
      "verdict": result.verdict.rawValue, "client": play.client,
      "scenario": JSONValue.members([
        "id": scenario.id, "file": scenario.file, "text": text.map { Octets($0) },
      ]),
      "coordinates": result.played.coordinates.map { [$0.key, $0.value] },
      "play": value(play),
    ])
  }

  /// Returns what `play(_:client:of:)` reads.
  package static func value(_ play: Transcript) -> JSONValue {
    .members([
      "nanoseconds": play.duration, "fault": play.fault, "unsupported": play.unsupported,
      "lack": play.lack, "stretched": play.stretch == 0 ? nil : play.stretch,
      "recording": play.recording, "steps": play.steps,
    ])
  }

  /// Reads the play of a case; throws the member that is missing, wrong or does not fit the case.
  package static func play(
    _ value: JSONValue, client: ClientIdentity, of played: Case
  ) throws(Mistake) -> Transcript {
    let play = Transcript(
      recording: try value.part("recording"), steps: try value.part("steps"), client: client,
      duration: try value.part("nanoseconds"), fault: try value.optional("fault"),
      unsupported: try value.optional("unsupported"), lack: try value.optional("lack"),
      stretch: try value.optional("stretched") ?? 0)
    try check(play.recording)
    try check(play, of: played)
    return play
  }

  /// Checks the indices of a recording, on which judging relies.
  private static func check(_ recording: Recording) throws(Mistake) {
    let servers = recording.servers.indices
    let connections = recording.connections.indices
    for (index, connection) in recording.connections.enumerated() {
      guard servers.contains(connection.server),
        connection.tunnelledThrough.map({ $0 < index }) ?? true
      else { throw Mistake(member: "connections") }
    }
    for (index, exchange) in recording.exchanges.enumerated() {
      guard servers.contains(exchange.server), connections.contains(exchange.connection),
        exchange.forwardedFrom.map({ $0 < index }) ?? true
      else { throw Mistake(member: "exchanges") }
      if case .tunnel(let server, _) = exchange.reply?.content, !servers.contains(server) {
        throw Mistake(member: "tunnel")
      }
    }
    for oddity in recording.oddities {
      guard servers.contains(oddity.server), connections.contains(oddity.connection) else {
        throw Mistake(member: "oddities")
      }
    }
  }

  /// Checks that a play has the servers and steps of its case, on which judging relies.
  private static func check(_ play: Transcript, of played: Case) throws(Mistake) {
    let recording = play.recording
    guard recording.servers.count == played.servers.count,
      zip(recording.servers, played.servers).allSatisfy({ recorded, defined in
        recorded.configuration.name == defined.name
          && (recorded.configuration.kind == .proxy) == (defined.kind == .proxy)
      })
    else { throw Mistake(member: "servers") }
    let steps = played.steps.indices
    guard play.steps.count <= steps.count else { throw Mistake(member: "steps") }
    guard recording.exchanges.allSatisfy({ steps.contains($0.step) }),
      recording.oddities.allSatisfy({ steps.contains($0.step) })
    else { throw Mistake(member: "step") }
  }
}
