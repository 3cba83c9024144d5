// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth

extension FuzzInput {
  /// The servers' replies in a play of a case, as an input; `nil` if an input can express none of
  /// them.
  ///
  /// All origin servers except the first become the input's other origin server.
  package init?(_ play: Transcript) {
    let servers = play.recording.servers.map(\.configuration.name)
    let first = play.recording.exchanges.lazy.compactMap {
      servers.indices.contains($0.server) ? servers[$0.server] : nil
    }.first { $0 != FuzzServer.proxy.rawValue }
    var replies: [FuzzReply] = []
    var step = 0
    // A reply that a proxy forwards is recorded twice.
    let forwarded = Set(play.recording.exchanges.compactMap(\.forwardedFrom))
    for (index, exchange) in play.recording.exchanges.enumerated() where !forwarded.contains(index)
    {
      guard case .response(let response)? = exchange.reply?.content,
        servers.indices.contains(exchange.server)
      else { continue }
      let name = servers[exchange.server]
      var reply = FuzzReply(response.head)
      reply.server =
        name == FuzzServer.proxy.rawValue ? .proxy : (name == first ? .origin : .other)
      if reply.status == (reply.server == .proxy ? 407 : 401) { reply.statusLine = nil }
      reply.startsNewRequest = exchange.step > step && !replies.isEmpty
      step = exchange.step
      replies.append(reply)
    }
    // Servers reply with 200 by default.
    while let last = replies.last, last.status == 200, last.lines.isEmpty { replies.removeLast() }
    guard !replies.isEmpty else { return nil }
    self = FuzzInput(text: FuzzInput(replies).text)
  }
}

extension FuzzReply {
  /// A response's status and fields, without the fields that the harness writes itself.
  fileprivate init(_ head: ResponseHead) {
    self.init()
    statusLine = Octets("HTTP/1.1 \(head.status)")
    lines = head.fields.compactMap { line in
      let name = line.name
      let own: [StaticString] = [
        "Content-Length", "Transfer-Encoding", "Connection", "Date", "Content-Type",
      ]
      let fuzzed = FuzzLine(name: name, value: line.value)
      return own.contains(where: name.matches) || !fuzzed.staysWithinCase ? nil : fuzzed
    }
  }
}
