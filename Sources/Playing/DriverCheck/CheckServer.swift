// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
import Servers
import Transcripts

/// The server for the checks of a driver. The path of a request selects the reply.
final class CheckServer: Responder {
  private let loop: EventLoop
  private let group: ServerGroup

  init(_ loop: EventLoop) {
    self.loop = loop
    group = ServerGroup(loop: loop)
  }

  /// The octets 0 to 255.
  static let everyOctet = [UInt8](0...255)
  /// The number of octets of a large body.
  static let large = 4_000_000
  /// The passwords that open `/basic`, by user.
  static let logins: [String: String] = ["alice": "open sesame", "bob": "close sesame"]

  /// Listens, with nothing recorded.
  func begin() throws(DriverCheck.Objection) {
    do {
      try group.begin(
        [
          ServerConfiguration(name: "origin", kind: .origin, host: 1, backEnd: .wire),
          ServerConfiguration(name: "other", kind: .origin, host: 2, backEnd: .wire),
        ], responder: self)
    } catch {
      throw .bad("the harness cannot listen: \(error)")
    }
  }

  func end() { _ = group.end() }

  func stop() { group.stop() }

  var recording: Recording { group.recording }

  /// The URL of a path.
  func url(_ path: String) -> String { "\(origin)\(path)" }

  /// The URL of a path, for a websocket.
  func webSocketURL(_ path: String) -> String { "ws" + url(path).dropFirst("http".count) }

  /// Scheme, host and port.
  var origin: String { "http://\(group.serverAuthority(0) ?? "")" }

  /// The number of open connections.
  var openConnections: Int { recording.connections.filter { $0.closed == nil }.count }

  func reply(to request: IncomingRequest) -> Reply? {
    guard request.isComplete else { return nil }
    let target = request.head.target
    if target == "/silent" { return Reply(content: .nothing, afterwards: .stall) }
    var head = ResponseHead(status: 200)
    var body: Octets = "hello"
    var trickle: Trickle?
    switch target {
    case "/echo": body = request.body
    case "/octets": body = Octets(CheckServer.everyOctet)
    case "/large": body = Octets([UInt8](repeating: 0x61, count: CheckServer.large))
    case "/latin1": head.fields.append(name: "X-Name".utf8, value: [0x63, 0xE9])
    case "/cookie": head.fields.append(name: "Set-Cookie".utf8, value: "crumb=1; Path=/".utf8)
    case "/slow": trickle = Trickle(octets: 40, milliseconds: 100)
    case "/basic" where !isWelcome(request.head):
      head.status = 401
      head.fields.append(name: "WWW-Authenticate".utf8, value: #"Basic realm="vault""#.utf8)
    default: break
    }
    head.fields.append(name: "X-Checked".utf8, value: "yes".utf8)
    if head.status == 200, WebSocketHandshake.isAsked(by: request.head) {
      return Reply(content: .webSocket(webSocket(request.head)), trickle: trickle)
    }
    return Reply(
      content: .response(Reply.Response(head: head, body: body)), trickle: trickle)
  }

  /// The reply that opens a websocket, sends a message and waits for one.
  private func webSocket(_ request: RequestHead) -> Reply.WebSocket {
    let key = request.fields.first("Sec-WebSocket-Key") ?? ""
    let fields = FieldSection([
      ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Accept", WebSocketHandshake.accept(for: key)),
    ])
    return Reply.WebSocket(
      head: ResponseHead(status: 101, fields: fields),
      acts: [.send(Octets(WebSocketFrame.unmasked(opcode: 1, "hello"))), .await(.message)])
  }

  /// RFC 7617 2: user-pass = user-id ":" password, in base 64.
  private func isWelcome(_ head: RequestHead) -> Bool {
    guard let value = head.first("Authorization"), value.prefix(6).equalsIgnoringCase("Basic ")
    else { return false }
    let login = Octets(base64: value[(value.startIndex + 6)..<value.endIndex])?.utf8 ?? ""
    return CheckServer.logins.contains { "\($0.key):\($0.value)" == login }
  }
}
