import Transcripts
import HTTPAuth

extension FuzzInput {
  /// What servers said in a play of a case, as an input; nil where they said nothing that an input has a place for.
  ///
  /// A server that is neither the proxy nor the first of the origin servers counts as the other one.
  package init?(_ play: Transcript) {
    let servers = play.recording.servers.map(\.configuration.name)
    let first = play.recording.exchanges.lazy.compactMap {
      servers.indices.contains($0.server) ? servers[$0.server] : nil
    }.first { $0 != FuzzServer.proxy.rawValue }
    var replies: [FuzzReply] = []
    var step = 0
    // What a proxy handed on is said by whom it asked.
    let handedOn = Set(play.recording.exchanges.compactMap(\.forwardedFrom))
    for (index, exchange) in play.recording.exchanges.enumerated() where !handedOn.contains(index) {
      guard case .response(let response)? = exchange.reply?.content,
        servers.indices.contains(exchange.server)
      else { continue }
      let name = servers[exchange.server]
      var reply = FuzzReply(response.head)
      reply.server =
        name == FuzzServer.proxy.rawValue ? .proxy : (name == first ? .origin : .other)
      if reply.status == (reply.server == .proxy ? 407 : 401) { reply.statusLine = nil }
      reply.isOfNextRequest = exchange.step > step && !replies.isEmpty
      step = exchange.step
      replies.append(reply)
    }
    // What comes unasked at the end is said without an input as well.
    while let last = replies.last, last.status == 200, last.lines.isEmpty { replies.removeLast() }
    guard !replies.isEmpty else { return nil }
    self = FuzzInput(text: FuzzInput(replies).text)
  }
}

extension FuzzReply {
  /// A response's status and its fields but for those that the harness writes itself.
  fileprivate init(_ head: ResponseHead) {
    self.init()
    statusLine = Octets("HTTP/1.1 \(head.status)")
    lines = head.fields.compactMap { line in
      let name = line.name
      let isOwn =
        name.matches("Content-Length") || name.matches("Transfer-Encoding")
        || name.matches("Connection") || name.matches("Date") || name.matches("Content-Type")
      let fuzzed = FuzzLine(name: name, value: line.value)
      return isOwn || !fuzzed.isTame ? nil : fuzzed
    }
  }
}
