// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
@testable import Servers
@testable import Transcripts

/// A loop, servers on it, and somebody who decides.
final class Stand: Responder {
  let loop = EventLoop()
  let group: ServerGroup
  /// What is answered.
  var decide: (IncomingRequest) -> Reply? = { _ in .text("ok") }
  /// The bodies of the scenario.
  var largeBodies: [Octets] = []
  /// What was asked.
  private(set) var asked: [IncomingRequest] = []

  init() { group = ServerGroup(loop: loop) }

  /// One server of a back end, ready.
  convenience init(
    _ backEnd: BackEnd, isHTTP10: Bool = false, hasLargeHeads: Bool = false,
    decide: @escaping (IncomingRequest) -> Reply? = { _ in .text("ok") }
  ) throws {
    self.init()
    self.decide = decide
    try begin([
      ServerConfiguration(
        name: "origin", kind: .origin, host: 2, backEnd: backEnd, isHTTP10: isHTTP10,
        hasLargeHeads: hasLargeHeads)
    ])
  }

  func begin(_ servers: [ServerConfiguration], keepConnections: Bool = false) throws {
    asked = []
    try group.begin(servers, responder: self, keepConnections: keepConnections)
  }

  func reply(to request: IncomingRequest) -> Reply? {
    asked.append(request)
    return decide(request)
  }

  func client(of server: Int = 0) -> Client {
    Client(to: group.serverAuthority(server) ?? "", loop: loop)
  }

  /// Turns the loop for a while, and on until nothing is left that came meanwhile: on a busy
  /// machine the while may pass between two turns.
  func turn(for milliseconds: Int) {
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    while Instant.now < deadline { loop.turn(until: deadline) }
    for _ in 0..<100 { guard loop.turn(until: deadline) else { return } }
  }

  var recording: Recording { group.recording }
}

extension Reply {
  /// 200 with a text, or another status.
  static func text(
    _ text: String, status: Int = 200, fields: [(Octets, Octets)] = [],
    framing: Framing = .length, afterwards: ConnectionFate = .keep, isEarly: Bool = false,
    octetsAwaited: Int = 0
  ) -> Reply {
    Reply(
      content: .response(
        Response(
          head: ResponseHead(status: status, fields: FieldSection(fields.map { ($0.0, $0.1) })),
          body: Octets(text), framing: framing)), afterwards: afterwards, isEarly: isEarly,
      octetsAwaited: octetsAwaited)
  }
}

let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
