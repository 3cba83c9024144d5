// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// One connection to the wire server.
///
/// Requests are answered in order, one at a time: the next one is read after the reply to the one
/// before was sent and its body has arrived. Until then its octets stay in the system's buffer.
final class WireConnection {
  enum Phase {
    /// Requests are read and answered.
    case open
    /// The last reply and FIN were sent. What the client still sends is read until it is done: a
    /// close with unread octets would reset the connection and could cost the client the reply (RFC
    /// 9112 9.6).
    case lingering
    /// The server sends nothing more and does not close.
    case stalled
    case closed
  }

  let stream: ClientStream
  private(set) var server: Int
  private(set) var index: Int
  /// The connections of the tunnels around this one, outermost first.
  let outer: [Int]
  let isHTTP10: Bool
  unowned let home: OpenConnections
  /// The TLS that it is behind; `nil` where it is in clear.
  var relay: TLSRelay?
  var play: RecordingBuilder
  var phase = Phase.open
  var reader: RequestReader
  var outgoing = OutputQueue()
  var exchange: WireExchange?
  /// The open websocket; `nil` as long as requests are read.
  var webSocket: WireWebSocket?
  private var isFirst = true
  var clientIsDone = false
  private var awaited: Readiness = .readable
  /// The running timer: for the next piece of a trickle, or for the end of lingering.
  var timer: EventLoop.TimerID?

  init(
    _ stream: ClientStream, server: Int, index: Int, outer: [Int] = [], isHTTP10: Bool,
    after arrived: UInt64, play: RecordingBuilder, home: OpenConnections
  ) {
    self.stream = stream
    self.server = server
    self.index = index
    self.outer = outer
    self.isHTTP10 = isHTTP10
    self.play = play
    self.home = home
    reader = RequestReader(
      headLimit: play.limits.head, bodyLimit: play.limits.body, after: arrived)
  }

  /// Starts, with octets that were already read.
  func start(with octets: [UInt8]) {
    // What is small goes out at once; libmicrohttpd sees to that itself.
    stream.sendAtOnce()
    stream.watch(for: .readable, handler: self, on: home.loop)
    guard !octets.isEmpty else { return }
    unsafe octets.withUnsafeBytes { unsafe reader.feed($0) }
    advance()
  }

  /// `true` if it waits for a request and no octet of one has arrived.
  var isIdle: Bool {
    guard case .open = phase else { return false }
    return exchange == nil && reader.unreadCount == 0 && outgoing.isEmpty
  }

  /// Continues in another case.
  func move(to play: RecordingBuilder, server: Int, index: Int) {
    self.play = play
    self.server = server
    self.index = index
    relay?.move(to: play, index: index)
    isFirst = true
  }

  // MARK: Requests

  /// Processes the octets that have arrived.
  func advance() {
    if webSocket != nil { return advanceWebSocket() }
    while true {
      switch phase {
      case .closed: return
      case .lingering, .stalled:
        guard let current = exchange, !current.isComplete else {
          reader.stop()
          return
        }
      case .open:
        if let current = exchange, current.isComplete { return }
      }
      let step = reader.next()
      noteComplaints()
      switch step {
      case nil: return
      case .head(let head): begin(head)
      case .complete: complete()
      case .broken:
        refuse()
        return
      }
    }
  }

  private func begin(_ head: RequestReader.Head) {
    guard
      let index = play.begin(
        server: server, connection: index, head: head.request, rawHead: head.raw,
        isComplete: !head.hasBody)
    else {
      end(.byServer)
      return
    }
    exchange = WireExchange(
      index: index, head: head.request, isFirstOnConnection: isFirst, isComplete: !head.hasBody)
    isFirst = false
    let reply = ask()
    if head.hasBody, reply.map({ !$0.isEarly }) ?? true { sendContinue(head.request) }
    exchange?.reply = reply
    answerIfDecided()
  }

  private func complete() {
    exchange?.isComplete = true
    keepBody()
    if let exchange, exchange.reply == nil { exchange.reply = ask() }
    answerIfDecided()
    finishIfDone()
  }

  private func ask() -> Reply? {
    guard let exchange else { return nil }
    return play.ask(
      IncomingRequest(
        server: server, connection: index, exchange: exchange.index,
        isFirstOnConnection: exchange.isFirstOnConnection, head: exchange.head,
        body: Octets(reader.body), isComplete: exchange.isComplete))
  }

  /// "Upon receiving an HTTP/1.1 (or later) request that has a method, target URI, and complete
  /// header section that contains a 100-continue expectation […] an origin server MUST send either"
  /// a final status "or an interim 100"; it "MAY omit sending a 100 (Continue) response if it has
  /// already received some or all of the content" (RFC 9110 10.1.1).
  private func sendContinue(_ head: RequestHead) {
    guard !isHTTP10, head.version != "HTTP/1.0", reader.unreadCount == 0,
      head.fields.values(of: "Expect" as StaticString).contains(where: {
        $0.equalsIgnoringCase("100-continue")
      })
    else { return }
    outgoing.append("HTTP/1.1 100 Continue\r\n\r\n")
    flush()
  }

  /// Records the part of the body that has arrived, or what came on the websocket.
  func keepBody() {
    if let webSocket { play.set(webSocket: webSocket.input, of: webSocket.exchange) }
    guard let exchange, !reader.body.isEmpty || exchange.isComplete else { return }
    play.set(body: Octets(reader.body), isComplete: exchange.isComplete, of: exchange.index)
  }

  // MARK: Complaints

  func noteComplaints() {
    for complaint in reader.complaints {
      play.note(
        oddity: complaint.sentence, octets: complaint.octets, server: server, connection: index)
    }
    if !reader.complaints.isEmpty { reader.complaints = [] }
  }

  /// Answers octets that are not a request, unless a reply has already started.
  private func refuse() {
    keepBody()
    guard case .open = phase else { return }
    if let exchange, exchange.isAnswering {
      end(.byServer)
      return
    }
    let version = isHTTP10 ? "HTTP/1.0" : "HTTP/1.1"
    outgoing.append("\(version) 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    exchange = nil
    outgoing.closesWhenEmpty = true
    flush()
  }

  // MARK: Waiting

  /// Reads what has arrived, if it waits only for that. Of a reply in pieces without pauses it
  /// sends the next piece once the client has read the last. Returns `true` if it sent a piece.
  func look(clientHasRead: Bool) -> Bool {
    guard case .open = phase else { return false }
    if isSendingPieces {
      if clientHasRead { sendNextPiece() }
      return clientHasRead
    }
    // A relay that is read directly has called it.
    guard timer == nil || webSocket != nil, awaited == .readable, relay?.isDirect != true else {
      return false
    }
    ready(stream.descriptor, .readable)
    return isSendingPieces
  }

  /// `true` while it reads what the client sends.
  var isReading: Bool { awaited.contains(.readable) }

  private func wait(for readiness: Readiness) {
    guard readiness != awaited else { return }
    awaited = readiness
    stream.watch(for: readiness, handler: self, on: home.loop)
  }

  /// Waits to read if it can use more octets, and to write if something is left to send.
  func waitAsNeeded() {
    var readiness: Readiness = []
    let isHolding = exchange.map(\.isComplete) ?? false
    let hasRoom = reader.unreadCount < WireConnection.readAhead || !isHolding
    if !clientIsDone, hasRoom { readiness.insert(.readable) }
    if outgoing.isBlocked { readiness.insert(.writable) }
    wait(for: readiness)
  }

  /// The number of octets of further requests that are read while one is answered.
  static let readAhead = 1 << 16
}
