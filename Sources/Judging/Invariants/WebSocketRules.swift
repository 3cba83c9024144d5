// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Invariants {
  /// Every opening handshake, with or without credentials, and every frame of a client obey RFC
  /// 6455.
  static let webSocketRules = Invariant(
    .webSocketRules, "A websocket is opened by a whole handshake, and used by the rules",
    level: .must,
    requirements: ["R400", "R403", "R409", "R410", "R411"]
  ) { evidence in
    let handshakes = evidence.webSocketHandshakes
    guard !handshakes.isEmpty else { return .noSubject }
    for exchange in handshakes {
      let request = evidence.exchanges[exchange].request
      if let (wanted, seen) = request.webSocketFlaw {
        return .broken(
          expected: wanted, observed: seen, exchange: exchange, rule: BrokenRule("R400", .must))
      }
      if let finding = evidence.untimely(after: exchange) { return .broken(finding) }
      if var finding = evidence.play.recording.webSockets[exchange].flatMap(frameFlaw) {
        finding.exchange = exchange
        return .broken(finding)
      }
    }
    return .held
  }

  private static func frameFlaw(_ input: WebSocketInput) -> Finding? {
    let frames = input.frames
    var hasClosed = false
    for frame in frames {
      let shown = "a frame with the opcode \(frame.opcode)"
      if frame.key == nil {
        return Finding(
          expected: "frames with a mask", observed: "\(shown) without one",
          rule: BrokenRule("R409", .must))
      }
      if frame.reserved != 0 || (frame.isControl && (!frame.isFinal || frame.payload.count > 125)) {
        return Finding(
          expected: "no reserved bits, and control frames of 125 octets at most in one piece",
          observed: "\(shown), reserved bits \(frame.reserved) and \(frame.payload.count) octets",
          rule: BrokenRule("R411", .must))
      }
      if hasClosed, !frame.isControl {
        return Finding(
          expected: "no data after a Close", observed: shown, rule: BrokenRule("R410", .must))
      }
      if frame.isClose { hasClosed = true }
    }
    // A mask may repeat by chance, but not in all frames.
    guard frames.count > 1, Set(frames.map(\.key)).count == 1 else { return nil }
    return Finding(
      expected: "a new masking key for each frame", observed: "\(frames.count) frames with one key",
      rule: BrokenRule("R409", .must))
  }
}

extension RequestHead {
  /// The first flaw of an opening handshake, as what is wanted and what is there: "The method of
  /// the request MUST be GET, and the HTTP version MUST be at least 1.1." It must have Host,
  /// Upgrade, Connection, a key of 16 octets, and the version 13 (RFC 6455 4.1).
  fileprivate var webSocketFlaw: (wanted: String, seen: String)? {
    if self.method != "GET" { return ("GET", "\(self.method)") }
    if self.version != "HTTP/1.1" { return ("HTTP/1.1", "\(self.version)") }
    if !self.fields.has("Host") { return ("Host", "no Host") }
    if !WebSocketHandshake.isAsked(by: self) { return ("Upgrade: websocket", "no such field") }
    let options = self.fields.values(of: "Connection" as StaticString)
    if !WebSocketHandshake.lists("upgrade", in: options) {
      return ("Connection: Upgrade", "no such option")
    }
    let versions = self.fields.values(of: "Sec-WebSocket-Version" as StaticString)
    if versions != ["13"] { return ("Sec-WebSocket-Version: 13", "\(versions)") }
    let keys = self.fields.values(of: "Sec-WebSocket-Key" as StaticString)
    guard keys.count == 1, let nonce = Octets(base64: keys[0]), nonce.count == 16 else {
      return ("one Sec-WebSocket-Key of 16 octets", "\(keys)")
    }
    return nil
  }
}

extension AnalyzedTranscript {
  /// The requests of steps in which the client was asked only for websockets, without CONNECT and
  /// without requests that a proxy forwarded, which may lack fields.
  fileprivate var webSocketHandshakes: [Int] {
    // Closures are faster: a key path into a request is created at each call, in 15,000
    // instructions.
    guard play.steps.contains(where: { $0.requests.contains { $0.request.isWebSocket } }) else {
      return []
    }
    return exchanges.indices.filter { index in
      let exchange = exchanges[index]
      guard play.steps.indices.contains(exchange.step), exchange.forwardedFrom == nil,
        exchange.request.method != "CONNECT"
      else { return false }
      return play.steps[exchange.step].requests.allSatisfy { $0.request.isWebSocket }
    }
  }

  /// The finding for octets that a client sent before its handshake was answered, or after it was
  /// refused: "Once the client's opening handshake has been sent, the client MUST wait for a
  /// response from the server before sending any further data." (RFC 6455 4.1)
  fileprivate func untimely(after exchange: Int) -> Finding? {
    let rule = BrokenRule("R403", .must)
    if let input = play.recording.webSockets[exchange], input.early > 0 {
      return Finding(
        expected: "nothing before the server's answer", observed: "\(input.early) octets",
        exchange: exchange, rule: rule)
    }
    let connection = exchanges[exchange].connection
    guard play.recording.webSockets[exchange] == nil,
      let oddity = play.recording.oddities.first(where: {
        $0.connection == connection && $0.time >= exchanges[exchange].received
          && !$0.octets.isEmpty
      })
    else { return nil }
    return Finding(
      expected: "nothing but requests on a connection without a websocket",
      observed: abridged(oddity.octets), exchange: exchange, rule: rule)
  }
}
