// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CNGHTTP2

/// One side of HTTP/2 on one connection, without a socket: octets of the other side in, octets for
/// it out (RFC 9113). nghttp2 reads and writes the frames.
@safe package final class HTTP2Session {
  /// The side of a session.
  package enum Role {
    /// A server, whose requests have at most `headLimit` octets in a header section.
    case server(headLimit: Int)
    /// A client; one that `acceptsMalformed` messages has a fault.
    case client(acceptsMalformed: Bool)
  }

  /// Something that the other side has sent, or a change of a stream.
  package enum Event: Equatable {
    /// The header section of a request, or of an interim or final response, has arrived. No
    /// `complete` follows one that ends its stream.
    case head(stream: Int32, FieldSection, endsStream: Bool)
    /// The trailer section of a response has arrived.
    case trailers(stream: Int32, FieldSection)
    /// A piece of a body.
    case body(stream: Int32, [UInt8])
    /// The other side has sent all of a request or of a response.
    case complete(stream: Int32)
    /// The last frame of this side is among the octets for the other.
    case answered(stream: Int32)
    /// A stream is closed on both sides, or was reset, with an error code (RFC 9113 7).
    case closed(stream: Int32, code: UInt32)
    /// The other side accepts no streams after that one.
    case goAway(last: Int32, code: UInt32)
    /// The other side has sent something that RFC 9113 forbids.
    case complaint(String)
  }

  /// "The client connection preface starts with a sequence of 24 octets" (RFC 9113 3.4).
  package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// The number of streams that a client may have open at once.
  private static let streamLimit: UInt32 = 100

  private let handle: OpaquePointer
  private let headLimit: Int
  private let isClient: Bool
  private var events: [Event] = []
  /// The storage of handled events, for new ones.
  private var spareEvents: [Event] = []
  /// The header section that is arriving: its frames are "a contiguous sequence" (RFC 9113 4.3).
  private var head: IncomingHead?
  /// The streams of which only interim responses have arrived.
  private var interim: Set<Int32> = []
  /// The bodies that are sent, by stream; a client has a few streams open at most.
  private var bodies: [(stream: Int32, body: HTTP2Body)] = []
  /// The streams (0 for the connection) that this side ends on purpose, which is not the mistake of
  /// the other.
  private var ownEnds: Set<Int32> = []
  private var hasComplained = false
  /// Nothing more can be read or written.
  private var isBroken = false
  private var hasSentGoAway = false

  /// A session; `nil` if there is no memory.
  package init?(_ role: Role) {
    guard let callbacks = HTTP2Callbacks.shared, let handle = unsafe callbacks.session(role) else {
      return nil
    }
    unsafe self.handle = unsafe handle
    var settings = nghttp2_settings_entry()
    switch role {
    case .server(let limit):
      headLimit = limit
      isClient = false
      settings.settings_id = Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue)
      settings.value = HTTP2Session.streamLimit
    case .client:
      headLimit = .max
      isClient = true
      // "A client that does not wish to receive pushed streams" sends this (RFC 9113 6.5.2).
      settings.settings_id = Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue)
    }
    // The session never outlives this object, so it need not keep it.
    unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
    _ = unsafe nghttp2_submit_settings(handle, 0, &settings, 1)
  }

  deinit { unsafe nghttp2_session_del(handle) }

  /// `true` if this side has ended the session with GOAWAY and the last stream is closed, or if
  /// nothing can be read any more.
  package var hasEnded: Bool {
    if isBroken { return true }
    guard hasSentGoAway else { return false }
    return unsafe nghttp2_session_want_read(handle) == 0
      && nghttp2_session_want_write(handle) == 0
  }

  /// `true` until the library has ended the session, or the other side has and no stream is left.
  package var wantsInput: Bool { unsafe !isBroken && nghttp2_session_want_read(handle) != 0 }

  // MARK: Octets

  /// Takes octets that have arrived.
  package func receive(_ octets: UnsafeRawBufferPointer) {
    guard !isBroken else { return }
    let result = unsafe nghttp2_session_mem_recv(
      handle, octets.baseAddress?.assumingMemoryBound(to: UInt8.self), octets.count)
    if result < 0 {
      isBroken = true
      complain(unsafe String(cString: nghttp2_strerror(Int32(result))))
    }
  }

  /// Appends the octets that are due for the other side, a few frames at most.
  package func write(to output: inout [UInt8], limit: Int = outputLimit) {
    let (end, isUnlimited) = output.count.addingReportingOverflow(limit)
    while !isBroken, isUnlimited || output.count < end {
      var frame: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(handle, &frame)
      if count < 0 { isBroken = true }
      guard count > 0 else { break }
      unsafe output.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
    }
  }

  /// Lets a client send as many octets as it has sent on a stream, sooner or later: WINDOW_UPDATE
  /// frames for the stream and the connection (RFC 9113 6.9). The session of a client does that
  /// itself.
  package func grant(_ count: Int, on stream: Int32) {
    _ = unsafe nghttp2_session_consume(handle, stream, count)
  }

  /// The number of octets after which `write(to:limit:)` stops.
  package static let outputLimit = 1 << 16

  /// The events since the last call.
  package func takeEvents() -> [Event] {
    guard !events.isEmpty else { return [] }
    let taken = events
    events = spareEvents
    spareEvents = []
    hasComplained = false
    return taken
  }

  /// Takes back the storage of handled events.
  package func reuse(_ events: consuming [Event]) {
    events.removeAll(keepingCapacity: true)
    spareEvents = events
  }

  // MARK: Requests

  /// `true` if a client can open a stream: the server has sent no GOAWAY.
  package var takesRequests: Bool {
    unsafe nghttp2_session_check_request_allowed(handle) != 0
  }

  /// Opens a stream for a request; with `body` of `nil` its header section ends this side of the
  /// stream. Returns the stream's number, or `nil` if the library refuses.
  package func request(_ fields: HTTP2Fields, body: HTTP2Body?) -> Int32? {
    let stream = unsafe fields.withPairs { pairs, count in
      unsafe authspec_h2_request(handle, pairs, count, body == nil ? nil : HTTP2Callbacks.onRead)
    }
    guard stream > 0 else { return nil }
    if let body { bodies.append((stream, body)) }
    return stream
  }

  // MARK: Responses and bodies

  /// Sends the header section of an interim response.
  package func send(interim head: ResponseHead, on stream: Int32) {
    _ = unsafe HTTP2Fields(of: head).withPairs { pairs, count in
      unsafe nghttp2_submit_headers(handle, 0, stream, nil, pairs, count, nil)
    }
  }

  /// Sends a response; with `body` of `nil` its header section ends the stream.
  package func send(_ fields: HTTP2Fields, body: HTTP2Body?, on stream: Int32) {
    if let body { bodies.append((stream, body)) }
    _ = unsafe fields.withPairs { pairs, count in
      unsafe authspec_h2_respond(
        handle, stream, pairs, count, body == nil ? nil : HTTP2Callbacks.onRead)
    }
  }

  /// The body that is sent on a stream; `nil` once the stream is closed.
  package func body(on stream: Int32) -> HTTP2Body? {
    bodies.first { $0.stream == stream }?.body
  }

  /// Continues with a body that had nothing to send.
  package func resume(_ stream: Int32) { _ = unsafe nghttp2_session_resume_data(handle, stream) }

  /// Ends a stream: RST_STREAM.
  package func reset(_ stream: Int32, code: UInt32) {
    ownEnds.insert(stream)
    _ = unsafe nghttp2_submit_rst_stream(handle, 0, stream, code)
  }

  /// Sends GOAWAY: streams after `last` were not processed.
  package func goAway(after last: Int32, code: UInt32) {
    ownEnds.insert(0)
    _ = unsafe nghttp2_submit_goaway(handle, 0, max(0, last), code, nil, 0)
  }

  /// Ends the session with GOAWAY.
  package func terminate(code: UInt32 = 0) {
    ownEnds.insert(0)
    _ = unsafe nghttp2_session_terminate_session(handle, code)
  }

  // MARK: The library's calls

  /// A header section begins. The trailer sections of requests mean nothing here.
  func begins(_ stream: Int32, isFirst: Bool) {
    if isFirst || isClient { head = IncomingHead(stream: stream, isFirst: isFirst) }
  }

  /// Returns `false` if the header section is too long.
  func take(
    name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, of stream: Int32
  ) -> Bool {
    let isTaken = unsafe head?.append(name, value, of: stream, limit: headLimit) ?? true
    if !isTaken {
      head = nil
      complain("The head of a request is longer than \(headLimit) octets.")
    }
    return isTaken
  }

  func takeHead(of stream: Int32, endsStream: Bool) {
    guard let head, head.stream == stream else {
      if endsStream { events.append(.complete(stream: stream)) }
      return
    }
    self.head = nil
    // A final response may follow interim ones.
    guard head.isFirst || interim.remove(stream) != nil else {
      events.append(.trailers(stream: stream, head.lines))
      if endsStream { events.append(.complete(stream: stream)) }
      return
    }
    if isClient, head.lines.first(":status")?.bytes.first == UInt8(ascii: "1") {
      interim.insert(stream)
    }
    events.append(.head(stream: stream, head.lines, endsStream: endsStream))
  }

  func take(body: UnsafeRawBufferPointer, of stream: Int32) {
    events.append(.body(stream: stream, unsafe Array(body)))
  }

  func ends(_ stream: Int32) { events.append(.complete(stream: stream)) }

  func hasAnswered(_ stream: Int32) { events.append(.answered(stream: stream)) }

  func isEnded(after last: Int32, _ code: UInt32) {
    events.append(.goAway(last: last, code: code))
  }

  /// Called when the library ends a stream or, as stream 0, the connection.
  func noteEnd(of stream: Int32, _ code: UInt32) {
    if stream == 0 { hasSentGoAway = true }
    guard code != NGHTTP2_NO_ERROR.rawValue, !ownEnds.contains(stream), !hasComplained else {
      return
    }
    let known = unsafe String(cString: nghttp2_http2_strerror(code))
    let name = known == "unknown" ? "\(code)" : known
    complain(
      stream == 0
        ? "The frames are not those of an HTTP/2 connection: \(name)."
        : "The request on stream \(stream) is malformed: \(name).")
  }

  func isClosed(_ stream: Int32, _ code: UInt32) {
    if head?.stream == stream { head = nil }
    if !interim.isEmpty { interim.remove(stream) }
    bodies.removeAll { $0.stream == stream }
    if !ownEnds.isEmpty { ownEnds.remove(stream) }
    events.append(.closed(stream: stream, code: code))
  }

  func complain(_ sentence: String) {
    hasComplained = true
    events.append(.complaint(sentence))
  }

  func read(
    _ stream: Int32, into room: UnsafeMutableRawBufferPointer,
    _ flags: UnsafeMutablePointer<UInt32>
  ) -> Int {
    guard let body = body(on: stream) else {
      unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
      return 0
    }
    let count = unsafe body.take(into: room)
    if body.isAtEnd {
      unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
      if !body.trailers.isEmpty {
        unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        _ = unsafe HTTP2Fields(body.trailers).withPairs { pairs, count in
          unsafe nghttp2_submit_trailer(handle, stream, pairs, count)
        }
      }
    } else if count == 0 {
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    }
    return count
  }
}

/// A header section that is arriving.
private struct IncomingHead {
  let stream: Int32
  /// It is the first of its stream.
  let isFirst: Bool
  private(set) var lines = FieldSection()
  /// Octets of names and values.
  private var octets = 0

  init(stream: Int32, isFirst: Bool) {
    self.stream = stream
    self.isFirst = isFirst
    lines.reserveCapacity(lines: 12, octets: 512)
  }

  /// Returns `false` if it would be longer than `limit`. Ignores a line of another section.
  mutating func append(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, of stream: Int32, limit: Int
  ) -> Bool {
    guard stream == self.stream else { return true }
    octets += name.count + value.count
    guard octets <= limit else { return false }
    unsafe lines.append(name: name, value: value)
    return true
  }
}
