// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
import Scenarios
import TranscriptEditing
@testable import Transcripts

/// What the handshakes of a play could have been.
extension CatalogueMutation {
  func changeHandshakes(_ body: (() -> Transcript) -> Void) {
    let recording = play.recording
    guard !recording.handshakes.isEmpty else { return }
    body(changed { $0.recording.handshakes = [:] })
    for (connection, handshake) in recording.handshakes.sorted(by: { $0.key < $1.key }) {
      func change(_ make: @escaping (inout TLSHandshake) -> Void) {
        body(
          changed {
            var other = handshake
            make(&other)
            $0.recording.handshakes[connection] = other
          })
      }
      change { $0.version = "1.0" }
      change { $0.serverName = "mutated.test" }
      change { $0.serverName = nil }
      change { $0.clientCertificates = ["mutated"] }
      change { $0.clientCertificates = [] }
      change { $0.end = .failed }
      change { $0.end = .clear }
      // Octets come in clear, and no redirect has led to that.
      body(
        changed {
          $0.recording.handshakes[connection]?.end = .clear
          $0.recording.exchanges = []
        })
      func addRequest(_ target: Octets) {
        body(
          changed {
            var exchange = Recording.Exchange(
              server: recording.connections[connection].server, connection: connection,
              step: handshake.step,
              request: RequestHead(method: "GET", target: target, version: "HTTP/1.1"),
              received: recording.connections[connection].opened)
            exchange.reply = Reply(
              content: .response(Reply.Response(head: ResponseHead(status: 200))))
            $0.recording.exchanges.append(exchange)
          })
      }
      // A proxy gets a request for an https URL that it is to forward.
      if let url = play.steps.first?.requests.first?.request.url { addRequest(Octets(url)) }
      // A request comes where none may.
      guard !recording.exchanges.contains(where: { $0.connection == connection }) else { continue }
      addRequest("/mutated")
    }
  }
}
