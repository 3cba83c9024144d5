// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Servers
import Transcripts

/// A request to a page server.
package struct PageRequest: Hashable, Sendable {
  /// `GET` or `POST`; anything else has been refused.
  package var method: String
  /// The path: `/view`.
  package var path: String
  /// What follows the question mark; empty without one.
  package var query: String
  /// The body of a POST, of which a page needs a few octets.
  package var body: Octets
}

/// A reply of a page server.
package struct PageReply: Sendable {
  package var status: Int
  package var type: String
  package var body: [UInt8]
  /// More header fields.
  package var fields: [(name: String, value: String)] = []

  package init(status: Int, type: String, body: [UInt8]) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// A text.
  package init(status: Int, text: String) {
    self.init(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
  }
}

/// A server for a page about a case in play, on a port of its own: the paths of a scenario's
/// servers belong to the scenario.
///
/// Other web pages cannot read it or change anything with it. It answers only requests that name it
/// in Host, by its address or as localhost, which excludes other host names that lead here, and POST
/// only from its own page or from clients that are not browsers: a browser says in Origin,
/// Sec-Fetch-Site or Referer where a request comes from.
package final class PageServer {
  private let group: ServerGroup
  private let answerer: PageAnswerer
  private let configuration = ServerConfiguration(
    name: "page", kind: .origin, host: 1, backEnd: .wire)
  /// The number of exchanges or connections after which the recording is dropped.
  private static let limit = 100

  /// A server at that placement, whose requests `reply` answers.
  package init(
    on loop: EventLoop, placement: ServerPlacement, reply: @escaping (PageRequest) -> PageReply
  ) throws(ServerError) {
    group = ServerGroup(loop: loop, placement: placement)
    answerer = PageAnswerer(reply)
    try group.begin([configuration], responder: answerer)
    answerer.authority = group.servers.first?.authority ?? ""
  }

  /// `http://127.0.0.1:4012/`
  package var url: String { "http://\(answerer.authority)/" }

  /// The time of the last GET; `nil` if there was none.
  package var lastAsked: Instant? { answerer.lastAsked }

  /// Drops a long recording, because a page may be open for hours. Call it between two turns of the
  /// loop.
  package func tidy() throws(ServerError) {
    let recording = group.recording
    guard max(recording.exchanges.count, recording.connections.count) >= PageServer.limit else {
      return
    }
    try group.begin([configuration], responder: answerer, keepConnections: true)
  }

  /// Closes it.
  package func stop() { group.stop() }
}

/// Answers the requests for a page.
private final class PageAnswerer: Responder {
  private let reply: (PageRequest) -> PageReply
  /// The address and the port: a value that Host may have.
  var authority = ""
  private(set) var lastAsked: Instant?

  init(_ reply: @escaping (PageRequest) -> PageReply) { self.reply = reply }

  func reply(to request: IncomingRequest) -> Reply? {
    guard request.isComplete else { return nil }
    return answer(to: request.head, request.body).asReply
  }

  private func answer(to head: RequestHead, _ body: Octets) -> PageReply {
    let method = head.method.utf8 ?? ""
    guard ["GET", "HEAD", "POST"].contains(method) else {
      return PageReply(status: 405, text: "There is nothing but GET and POST here.\n")
    }
    guard let host = head.fields.first("Host"), names.contains(host),
      head.fields.count(of: "Host") == 1
    else { return PageReply(status: 421, text: "This server is http://\(authority)/\n") }
    if method == "POST", isFromElsewhere(head.fields, host) {
      return PageReply(status: 403, text: "Only this page itself may ask for that.\n")
    }
    let target = head.target.utf8 ?? ""
    guard target.hasPrefix("/") else { return PageReply(status: 400, text: "Not a path.\n") }
    if method == "GET" { lastAsked = Instant.now }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return reply(
      PageRequest(
        method: method == "HEAD" ? "GET" : method, path: String(parts[0]),
        query: parts.count > 1 ? String(parts[1]) : "", body: body))
  }

  /// The values that Host may have.
  private var names: [Octets] {
    let loopback = "127.0.0.1:"
    guard authority.hasPrefix(loopback) else { return [Octets(authority)] }
    return [Octets(authority), Octets("localhost:" + authority.dropFirst(loopback.count))]
  }

  /// `true` if a browser says that a request comes from another page than that of this host.
  private func isFromElsewhere(_ fields: FieldSection, _ host: Octets) -> Bool {
    let own = Octets("http://\(host)")
    let page = Octets("http://\(host)/")
    return !fields.values(named: "Origin").allSatisfy { $0 == own }
      || !fields.values(named: "Sec-Fetch-Site").allSatisfy { $0 == "same-origin" }
      || !fields.values(named: "Referer").allSatisfy { $0 == own || $0.starts(with: page) }
  }
}

extension PageReply {
  /// The reply of the server.
  fileprivate var asReply: Reply {
    var head = ResponseHead(status: status)
    head.fields.append("Content-Type", Octets(type))
    head.fields.append("Cache-Control", "no-store")
    head.fields.append("X-Content-Type-Options", "nosniff")
    head.fields.append("Referrer-Policy", "no-referrer")
    for field in fields { head.fields.append(Octets(field.name), Octets(field.value)) }
    return Reply(content: .response(Reply.Response(head: head, body: Octets(body))))
  }
}
