// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Servers
import Transcripts

/// The server for the checks of a driver's sessions. The path of a request selects the reply.
final class CheckServer: Responder {
  private let group: ServerGroup

  init(_ loop: EventLoop) { group = ServerGroup(loop: loop) }

  /// Listens, with nothing recorded.
  func begin() throws(DriverCheck.Result) {
    do {
      try group.begin(
        [ServerConfiguration(name: "origin", kind: .origin, host: 1, backEnd: .wire)],
        responder: self)
    } catch {
      throw .bad("the harness cannot listen: \(error)")
    }
  }

  func stop() { group.stop() }

  var recording: Recording { group.recording }

  /// The URL of a path.
  func url(_ path: String) -> String { "\(origin)\(path)" }

  /// Scheme, host and port.
  var origin: String { "http://\(group.serverAuthority(0) ?? "")" }

  /// The number of open connections.
  var openConnections: Int { recording.connections.filter { $0.closed == nil }.count }

  func reply(to request: IncomingRequest) -> Reply? {
    guard request.isComplete else { return nil }
    var head = ResponseHead(status: 200)
    switch request.head.target {
    case "/cookie": head.fields.append(name: "Set-Cookie".utf8, value: "crumb=1; Path=/".utf8)
    case "/basic" where request.head.first("Authorization") == nil:
      head.status = 401
      head.fields.append(name: "WWW-Authenticate".utf8, value: #"Basic realm="vault""#.utf8)
    default: break
    }
    return Reply(content: .response(Reply.Response(head: head, body: "hello")))
  }
}
