// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Reads requests from the octets of a connection, one after another, as leniently as possible; it
/// has no socket.
///
/// Violations of RFC 9112 go to `complaints`. Every octet is read once, and nothing grows beyond
/// the limits.
struct RequestReader {
  /// A mistake in what the client sent, and the octets with it.
  struct Complaint {
    var sentence: String
    var octets: Octets
  }

  /// A head, and whether a body follows.
  struct Head {
    var request: RequestHead
    var raw: Octets
    var hasBody: Bool
  }

  /// A step in reading a request.
  enum Step {
    case head(Head)
    /// The body is complete, if there is one. Nothing follows until `startNext`.
    case complete
    /// The rest cannot be understood. Nothing follows.
    case broken
  }

  private enum State {
    case head
    case body(left: Int)
    case chunk(ChunkReader)
    case complete
    case broken
  }

  private var input = InputQueue()
  private var state = State.head
  private var search = InputQueue.Search()
  /// An empty line stood before the request.
  private var hasEmptyLine = false
  /// The part of the body that has arrived, after transfer decoding.
  private(set) var body: IncomingBody
  /// The complaints since they were last taken.
  var complaints: [Complaint] = []
  /// The number of octets that have arrived on the socket, those before a tunnel included.
  private(set) var arrived: UInt64
  private let headLimit: Int
  private let bodyLimit: Int
  /// The room for the bodies of later requests.
  var room: KeptOctets

  /// A reader of a connection from whose socket `arrived` octets were read before.
  init(
    headLimit: Int, bodyLimit: Int, room: KeptOctets = KeptOctets(), after arrived: UInt64 = 0
  ) {
    self.arrived = arrived
    self.headLimit = headLimit
    self.bodyLimit = bodyLimit
    self.room = room
    body = IncomingBody(room)
  }

  /// The number of octets that were not read yet.
  var unreadCount: Int { input.count }

  /// Adds octets that have arrived.
  mutating func feed(_ octets: UnsafeRawBufferPointer) {
    arrived &+= UInt64(octets.count)
    if case .broken = state { return }
    unsafe input.append(octets)
  }

  /// Continues with the next request after a complete one.
  mutating func startNext() {
    guard case .complete = state else { return }
    body = IncomingBody(room)
    search = InputQueue.Search()
    state = .head
  }

  /// Discards unread octets and stops reading.
  mutating func stop() {
    input.removeAll()
    state = .broken
  }

  /// Returns the unread octets, for another reader, and stops reading.
  mutating func takeUnread() -> [UInt8] {
    let rest = input.takeAll()
    state = .broken
    return rest
  }

  /// Returns the octets that arrived after a complete request, which are not requests.
  mutating func takeBehindRequest() -> [UInt8] { input.takeAll() }

  /// Returns the next step; `nil` if more octets must arrive first.
  mutating func next() -> Step? {
    switch state {
    case .head: return nextHead()
    case .body(let left): return readBody(left)
    case .chunk(var reader):
      let step = readChunks(&reader)
      if step == nil { state = .chunk(reader) }
      return step
    case .complete, .broken: return nil
    }
  }

  /// The complaint about an unfinished request, after the end of the connection; `nil` if nothing
  /// is unfinished.
  var interruption: Complaint? {
    switch state {
    case .head:
      guard input.count > 0 else { return nil }
      return Complaint(
        sentence: "The connection ended within the head of a request.", octets: input.beginning)
    case .body(let left):
      return Complaint(
        sentence: "The connection ended \(left) octets before the end of a request's body.",
        octets: body.end)
    case .chunk:
      return Complaint(
        sentence: "The connection ended within the chunked body of a request.",
        octets: body.end)
    case .complete, .broken: return nil
    }
  }

  // MARK: Head

  private mutating func nextHead() -> Step? {
    skipEmptyLines()
    // This may be the first half of an empty line.
    if input.count == 1, input.beginning == "\r" { return nil }
    if search.scanned == 0, input.isHandshakeOfTLS {
      return fail("What the client sent to a port without TLS is TLS.")
    }
    guard let length = input.headLength(&search) else {
      guard input.count > headLimit else { return nil }
      return fail("The head of a request is longer than \(headLimit) octets.")
    }
    guard length <= headLimit else {
      return fail("The head of a request is longer than \(headLimit) octets.")
    }
    let raw = input.take(length)
    search = InputQueue.Search()
    hasEmptyLine = false
    var parser = HeadParser(raw)
    let request = parser.parse()
    complaints.append(contentsOf: parser.complaints)
    guard let request else {
      input.removeAll()
      state = .broken
      return .broken
    }
    return begin(request, raw: Octets(raw))
  }

  /// "An HTTP/1.1 user agent MUST NOT preface or follow a request with an extra CRLF" (RFC 9112
  /// 2.2).
  private mutating func skipEmptyLines() {
    guard search.scanned == 0 else { return }
    let skipped = input.skipEmptyLines()
    guard skipped > 0, !hasEmptyLine else { return }
    hasEmptyLine = true
    complain("There is an empty line before a request.", "\r\n")
  }

  private mutating func begin(_ request: RequestHead, raw: Octets) -> Step {
    let length = BodyLength(of: request.fields)
    if let sentence = length.complaint { complain(sentence, raw) }
    switch length.framing {
    case .octets(0):
      state = .complete
      return .head(Head(request: request, raw: raw, hasBody: false))
    case .octets(let count):
      guard count <= bodyLimit else {
        return fail("The body of a request is longer than \(bodyLimit) octets.", raw)
      }
      state = .body(left: count)
    case .chunked:
      state = .chunk(ChunkReader())
    case .unknown:
      input.removeAll()
      state = .broken
      return .broken
    }
    return .head(Head(request: request, raw: raw, hasBody: true))
  }

  // MARK: Body

  private mutating func readBody(_ left: Int) -> Step? {
    guard let moved = input.move(atMost: left, to: &body) else { return fail(body.complaint) }
    let rest = left - moved
    state = rest == 0 ? .complete : .body(left: rest)
    return rest == 0 ? .complete : nil
  }

  private mutating func readChunks(_ reader: inout ChunkReader) -> Step? {
    switch reader.read(&input, into: &body, bodyLimit: bodyLimit, lineLimit: headLimit) {
    case .needsMore: return nil
    case .complete:
      state = .complete
      return .complete
    case .failed(let sentence):
      return fail(sentence)
    }
  }

  // MARK: Complaints

  private mutating func complain(_ sentence: String, _ octets: Octets) {
    complaints.append(Complaint(sentence: sentence, octets: octets.prefix(InputQueue.excerpt)))
  }

  private mutating func fail(_ sentence: String, _ octets: Octets? = nil) -> Step {
    complain(sentence, octets ?? input.beginning)
    input.removeAll()
    state = .broken
    return .broken
  }
}
