// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// Reads responses from the octets of a connection. It is a state machine without a socket.
struct ResponseReader {
  /// A part of a response that was read.
  enum Event {
    /// A 1xx response (RFC 9110 15.2).
    case interim(ResponseHead)
    /// Status line and header section of the final response; its body follows.
    case head(ResponseHead)
    /// The complete final response.
    case complete(Response)
  }

  private enum State {
    case head
    case length(Int)
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
    case untilClose
    case complete
  }

  private static let longestHead = 2 << 20
  private static let longestBody = 64 << 20
  private static let mostInterim = 5000
  private static let fewInterim = 20

  private let faults: FaultSet
  private var octets: [UInt8] = []
  private var index = 0
  /// The index at which the search for the end of the header section continues.
  private var searched = 0
  private var state = State.complete
  private var method: Octets = "GET"
  private var response = Response(head: ResponseHead(status: 0))
  private var body: [UInt8] = []
  private var interimCount = 0

  init(_ faults: FaultSet = FaultSet()) { self.faults = faults }

  /// `true` if the octets arrive over TLS. Only a fault uses it.
  var isSecured = false

  /// `true` if there are octets that belong to no response, or to the next one.
  var hasMore: Bool { index < octets.count }
  /// `true` if no octet of the response has arrived yet.
  var isUntouched: Bool {
    if case .head = state { return !hasMore && interimCount == 0 }
    return false
  }

  /// `true` if the end of the connection ends the body.
  var isReadingUntilClose: Bool { if case .untilClose = state { true } else { false } }

  /// Prepares for the response to a request with that method.
  mutating func expect(_ method: Octets) {
    self.method = method
    state = .head
    octets.removeSubrange(..<index)
    index = 0
    searched = 0
    body = []
    interimCount = 0
  }

  /// Adds received octets.
  mutating func take(_ more: some Sequence<UInt8>) { octets.append(contentsOf: more) }

  /// Returns the octets that belong to no response.
  mutating func takeRest() -> [UInt8] {
    defer { index = octets.count }
    return Array(octets[index...])
  }

  /// The next event; `nil` if more octets are needed.
  mutating func next() throws(ResponseError) -> Event? {
    while true {
      switch state {
      case .complete: return nil
      case .head:
        guard let head = try readHead() else { return nil }
        if head.status < 200, head.status != 101 {
          interimCount += 1
          guard interimCount <= ResponseReader.mostInterim,
            interimCount <= ResponseReader.fewInterim || !faults.takes(.fewInterimResponses)
          else { throw .tooManyInterim }
          if faults.has(.interimTakenForFinal) {
            state = .complete
            return .complete(Response(head: head))
          }
          return .interim(head)
        }
        try begin(head)
        return .head(head)
      case .length(let left):
        let piece = take(atMost: left)
        try append(piece)
        guard piece.count == left else {
          state = .length(left - piece.count)
          return nil
        }
        return complete()
      case .chunkSize:
        guard let line = readLine() else { return nil }
        let size = try chunkSize(line)
        state = size == 0 ? .trailers : .chunk(size)
      case .chunk(let left):
        let piece = take(atMost: left)
        try append(piece)
        guard piece.count == left else {
          state = .chunk(left - piece.count)
          return nil
        }
        state = .chunkEnd
      case .chunkEnd:
        guard let line = readLine() else { return nil }
        guard line.isEmpty else { throw .chunk }
        state = .chunkSize
      case .trailers:
        guard let line = readLine() else { return nil }
        if line.isEmpty { return complete() }
        // Trailer fields are ignored: a challenge in them has no meaning (RFC 9110 6.5.1).
        if let colon = line.firstIndex(of: UInt8(ascii: ":")), faults.has(.trailersTaken) {
          response.head.fields.append(
            name: line[..<colon], value: line[(colon + 1)...].drop { $0 == 0x20 })
        }
      case .untilClose:
        try append(take(atMost: .max))
        return nil
      }
    }
  }

  /// Returns the response that the end of the connection completes, if any.
  mutating func end() throws(ResponseError) -> Event? {
    switch state {
    case .untilClose: return complete()
    case .complete: return nil
    case .head, .length, .chunkSize, .chunk, .chunkEnd, .trailers:
      if response.head.status != 0, faults.has(.truncatedTaken) { return complete() }
      if response.head.status != 0, isSecured, faults.has(.shorterBodyTakenOverTLS) {
        return complete()
      }
      throw .truncated
    }
  }

  // MARK: Status line and header section

  private mutating func readHead() throws(ResponseError) -> ResponseHead? {
    // Ignores empty lines before a status line, as a server does before a request line (RFC 9112
    // 2.2).
    while index < octets.count, octets[index] == 0x0D || octets[index] == 0x0A { index += 1 }
    searched = max(searched, index)
    var end: Int?
    while searched < octets.count {
      if octets[searched] == 0x0A {
        let next = searched + 1
        if next < octets.count, octets[next] == 0x0A {
          end = next + 1
        } else if next + 1 < octets.count, octets[next] == 0x0D, octets[next + 1] == 0x0A {
          end = next + 2
        } else if next >= octets.count || (octets[next] == 0x0D && next + 1 >= octets.count) {
          break
        }
        if end != nil { break }
      }
      searched += 1
    }
    guard let end else {
      guard octets.count - index <= ResponseReader.longestHead else { throw .headTooLong }
      try checkBeginning()
      return nil
    }
    defer {
      index = end
      searched = end
    }
    return try HeadReader(faults).head(octets[index..<end])
  }

  /// Immediately rejects octets that cannot begin a status line.
  private func checkBeginning() throws(ResponseError) {
    let start = octets[index...].prefix(7)
    guard start.elementsEqual("HTTP/1.".utf8.prefix(start.count)) else { throw .statusLine }
  }

  /// Decides how long the body is (RFC 9112 6.3).
  private mutating func begin(_ head: ResponseHead) throws(ResponseError) {
    let persists = Persistence(head, faults).persists
    response = Response(head: head, isReusable: persists)
    body = []
    if method == "HEAD" && !faults.has(.bodyOfHeadAwaited) || head.status == 204
      || head.status == 304 || head.status == 101
      || (method == "CONNECT" && (200..<300).contains(head.status))
    {
      state = .length(0)
      return
    }
    let codings = head.fields.values(of: "Transfer-Encoding").flatMap { $0.listElements }
    if let last = codings.last {
      if last.equalsIgnoringCase("chunked") {
        if !head.fields.values(of: "Content-Length").isEmpty { response.isReusable = false }
        state = .chunkSize
      } else {
        state = .untilClose
        response.isReusable = false
      }
      return
    }
    let listed = head.fields.values(of: "Content-Length").flatMap { $0.listElements }
    if let length = listed.first.flatMap({ Int($0.latin1) }), length >= 0,
      faults.has(.firstOfTwoLengthsTaken)
    {
      state = .length(length)
      return
    }
    let lengths = Set(listed)
    guard let text = lengths.first else {
      state = .untilClose
      response.isReusable = false
      return
    }
    guard lengths.count == 1, text.allSatisfy({ (0x30...0x39).contains($0) }),
      let length = Int(text.latin1)
    else { throw .contentLength }
    state = .length(length)
  }

  private mutating func complete() -> Event {
    state = .complete
    response.body = Octets(body)
    body = []
    return .complete(response)
  }

  // MARK: Octets

  private mutating func take(atMost count: Int) -> ArraySlice<UInt8> {
    let end = index + min(count, octets.count - index)
    defer { index = end }
    return octets[index..<end]
  }

  private mutating func append(_ piece: ArraySlice<UInt8>) throws(ResponseError) {
    guard body.count + piece.count <= ResponseReader.longestBody else { throw .bodyTooLong }
    body += piece
    // Removes octets that were read, so that a long body is not kept twice.
    if index > 1 << 16 {
      octets.removeSubrange(..<index)
      index = 0
    }
  }

  /// A line without its line terminator; `nil` if the line is incomplete.
  private mutating func readLine() -> ArraySlice<UInt8>? {
    guard let end = octets[index...].firstIndex(of: 0x0A) else { return nil }
    var line = octets[index..<end]
    if line.last == 0x0D { line = line.dropLast() }
    index = end + 1
    return line
  }

  /// chunk-size = 1*HEXDIG, followed by extensions that are ignored (RFC 9112 7.1)
  private func chunkSize(_ line: ArraySlice<UInt8>) throws(ResponseError) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    guard (1...8).contains(digits.count),
      digits.allSatisfy({
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
      }), let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .chunk }
    return size
  }
}
