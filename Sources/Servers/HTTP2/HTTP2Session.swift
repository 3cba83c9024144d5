// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
internal import CNGHTTP2

/// The server's side of HTTP/2 on one connection, without a socket: octets of the client in, octets
/// for the client out (RFC 9113). nghttp2 reads and writes the frames.
@safe final class HTTP2Session {
  /// Something that a client has sent, or a change of a stream.
  enum Event: Equatable {
    /// The header section of a request has arrived.
    case request(HTTP2Request)
    /// A piece of a request's body.
    case body(stream: Int32, [UInt8])
    /// A request is complete.
    case complete(stream: Int32)
    /// The last frame of a reply is among the octets for the client.
    case answered(stream: Int32)
    /// A stream is closed on both sides, or was reset.
    case closed(stream: Int32)
    /// The client has sent something that RFC 9113 forbids.
    case complaint(String)
  }

  /// "The client connection preface starts with a sequence of 24 octets" (RFC 9113 3.4).
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// The number of streams that a client may have open at once.
  private static let streamLimit: UInt32 = 100

  private let handle: OpaquePointer
  private let headLimit: Int
  private var events: [Event] = []
  /// The storage of handled events, for new ones.
  private var spareEvents: [Event] = []
  /// The header section that is arriving: its frames are "a contiguous sequence" (RFC 9113 4.3).
  private var head: IncomingHead?
  /// The bodies of replies, by stream; a client has a few streams open at most.
  private var bodies: [(stream: Int32, body: HTTP2Body)] = []
  /// The streams (0 for the connection) that the server ends on purpose, which is not the client's
  /// mistake.
  private var ownEnds: Set<Int32> = []
  private var hasComplained = false
  /// Nothing more can be read or written.
  private var isBroken = false
  private var hasSentGoAway = false

  /// A session whose requests have at most `headLimit` octets in a header section; `nil` if there
  /// is no memory.
  init?(headLimit: Int) {
    self.headLimit = headLimit
    var made: OpaquePointer?
    guard let setup = HTTP2SessionSetup.shared,
      unsafe nghttp2_session_server_new2(&made, setup.callbacks, nil, setup.options) == 0,
      let handle = unsafe made
    else { return nil }
    unsafe self.handle = unsafe handle
    // The session never outlives this object, so it need not keep it.
    unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
    var settings = nghttp2_settings_entry(
      settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
      value: HTTP2Session.streamLimit)
    _ = unsafe nghttp2_submit_settings(handle, 0, &settings, 1)
  }

  deinit { unsafe nghttp2_session_del(handle) }

  /// `true` if the server has ended the session with GOAWAY and the last stream is closed, or if
  /// nothing can be read any more.
  var hasEnded: Bool {
    if isBroken { return true }
    guard hasSentGoAway else { return false }
    return unsafe nghttp2_session_want_read(handle) == 0
      && nghttp2_session_want_write(handle) == 0
  }

  // MARK: Octets

  /// Takes octets that have arrived.
  func receive(_ octets: UnsafeRawBufferPointer) {
    guard !isBroken else { return }
    let result = unsafe nghttp2_session_mem_recv(
      handle, octets.baseAddress?.assumingMemoryBound(to: UInt8.self), octets.count)
    if result < 0 {
      isBroken = true
      complain(unsafe String(cString: nghttp2_strerror(Int32(result))))
    }
  }

  /// Appends the octets that are due for the client, a few frames at most.
  func write(to output: inout [UInt8]) {
    let limit = output.count + HTTP2Session.outputLimit
    while !isBroken, output.count < limit {
      var frame: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(handle, &frame)
      if count < 0 { isBroken = true }
      guard count > 0 else { break }
      unsafe output.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
    }
  }

  /// Lets the client send as many octets as it has sent on a stream, sooner or later: WINDOW_UPDATE
  /// frames for the stream and the connection (RFC 9113 6.9).
  func grant(_ count: Int, on stream: Int32) {
    _ = unsafe nghttp2_session_consume(handle, stream, count)
  }

  /// The number of octets after which `write(to:)` stops.
  private static let outputLimit = 1 << 16

  /// The events since the last call.
  func takeEvents() -> [Event] {
    guard !events.isEmpty else { return [] }
    let taken = events
    events = spareEvents
    spareEvents = []
    hasComplained = false
    return taken
  }

  /// Takes back the storage of handled events.
  func reuse(_ events: consuming [Event]) {
    events.removeAll(keepingCapacity: true)
    spareEvents = events
  }

  // MARK: Replies

  /// Sends the header section of an interim response.
  func send(interim head: ResponseHead, on stream: Int32) {
    _ = unsafe HTTP2Fields(of: head).withPairs { pairs, count in
      unsafe nghttp2_submit_headers(handle, 0, stream, nil, pairs, count, nil)
    }
  }

  /// Sends a response; with `body` of `nil` its header section ends the stream.
  func send(_ fields: HTTP2Fields, body: HTTP2Body?, on stream: Int32) {
    if let body { bodies.append((stream, body)) }
    _ = unsafe fields.withPairs { pairs, count in
      unsafe authspec_h2_respond(
        handle, stream, pairs, count, body == nil ? nil : HTTP2SessionSetup.onRead)
    }
  }

  /// Continues with a body that had nothing to send.
  func resume(_ stream: Int32) { _ = unsafe nghttp2_session_resume_data(handle, stream) }

  /// Ends a stream: RST_STREAM.
  func reset(_ stream: Int32, _ code: HTTP2ErrorCode) {
    ownEnds.insert(stream)
    _ = unsafe nghttp2_submit_rst_stream(handle, 0, stream, code.rawValue)
  }

  /// Sends GOAWAY: streams after `last` were not processed.
  func goAway(after last: Int32, _ code: HTTP2ErrorCode) {
    ownEnds.insert(0)
    _ = unsafe nghttp2_submit_goaway(handle, 0, max(0, last), code.rawValue, nil, 0)
  }

  /// Ends the session with GOAWAY.
  func terminate(_ code: HTTP2ErrorCode) {
    ownEnds.insert(0)
    _ = unsafe nghttp2_session_terminate_session(handle, code.rawValue)
  }

  // MARK: The library's calls

  fileprivate func begins(_ stream: Int32) {
    head = IncomingHead(stream: stream)
  }

  /// Returns `false` if the header section is too long.
  fileprivate func take(
    name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, of stream: Int32
  ) -> Bool {
    // A trailer section has no head here.
    let isTaken = unsafe head?.append(name, value, of: stream, limit: headLimit) ?? true
    if !isTaken {
      head = nil
      complain("The head of a request is longer than \(headLimit) octets.")
    }
    return isTaken
  }

  fileprivate func takeHead(of stream: Int32, endsStream: Bool) {
    guard let head, head.stream == stream else {
      if endsStream { events.append(.complete(stream: stream)) }
      return
    }
    self.head = nil
    events.append(
      .request(HTTP2Request(stream: stream, lines: head.lines, isComplete: endsStream)))
  }

  fileprivate func take(body: UnsafeRawBufferPointer, of stream: Int32) {
    events.append(.body(stream: stream, unsafe Array(body)))
  }

  fileprivate func ends(_ stream: Int32) { events.append(.complete(stream: stream)) }

  fileprivate func hasAnswered(_ stream: Int32) { events.append(.answered(stream: stream)) }

  /// Called when the library ends a stream or, as stream 0, the connection.
  fileprivate func noteEnd(of stream: Int32, _ code: UInt32) {
    if stream == 0 { hasSentGoAway = true }
    guard code != HTTP2ErrorCode.noError.rawValue, !ownEnds.contains(stream), !hasComplained else {
      return
    }
    let name = HTTP2ErrorCode(rawValue: code)?.name ?? "\(code)"
    complain(
      stream == 0
        ? "The frames are not those of an HTTP/2 connection: \(name)."
        : "The request on stream \(stream) is malformed: \(name).")
  }

  fileprivate func isClosed(_ stream: Int32) {
    if head?.stream == stream { head = nil }
    bodies.removeAll { $0.stream == stream }
    if !ownEnds.isEmpty { ownEnds.remove(stream) }
    events.append(.closed(stream: stream))
  }

  fileprivate func complain(_ sentence: String) {
    hasComplained = true
    events.append(.complaint(sentence))
  }

  fileprivate func read(
    _ stream: Int32, into room: UnsafeMutableRawBufferPointer,
    _ flags: UnsafeMutablePointer<UInt32>
  ) -> Int {
    guard let body = bodies.first(where: { $0.stream == stream })?.body else {
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
  private(set) var lines = FieldSection()
  /// Octets of names and values.
  private var octets = 0

  init(stream: Int32) {
    self.stream = stream
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

/// The callbacks and options of all sessions, made once and never changed.
@safe private final class HTTP2SessionSetup: @unchecked Sendable {
  static let shared = HTTP2SessionSetup()

  let callbacks: OpaquePointer
  let options: OpaquePointer

  private init?() {
    var callbacks: OpaquePointer?
    var options: OpaquePointer?
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
      unsafe nghttp2_option_new(&options) == 0, let callbacks = unsafe callbacks,
      let options = unsafe options
    else { return nil }
    unsafe self.callbacks = unsafe callbacks
    unsafe self.options = unsafe options
    // Closed streams are not kept for priorities.
    unsafe nghttp2_option_set_no_closed_streams(options, 1)
    unsafe authspec_h2_allow_resets(options)
    // The connection grants windows, so that it can withhold them.
    unsafe nghttp2_option_set_no_auto_window_update(options, 1)
    // Scenarios have long challenges.
    unsafe nghttp2_option_set_max_send_header_block_length(options, 4 << 20)
    setHeadCallbacks()
    setFrameCallbacks()
  }

  private static func session(_ me: UnsafeMutableRawPointer?) -> HTTP2Session? {
    unsafe me.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
  }

  private func setHeadCallbacks() {
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, me in
      guard let frame = unsafe frame else { return 0 }
      if unsafe authspec_h2_begins_request(frame) != 0 {
        unsafe HTTP2SessionSetup.session(me)?.begins(frame.pointee.hd.stream_id)
      }
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, me in
      guard let frame = unsafe frame, let session = unsafe HTTP2SessionSetup.session(me) else {
        return 0
      }
      let isTaken = unsafe session.take(
        name: UnsafeRawBufferPointer(start: name, count: nameCount),
        value: UnsafeRawBufferPointer(start: value, count: valueCount),
        of: frame.pointee.hd.stream_id)
      return isTaken ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
    }
    unsafe nghttp2_session_callbacks_set_error_callback2(callbacks) { _, _, text, count, me in
      let words = unsafe String(
        decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
      unsafe HTTP2SessionSetup.session(me)?.complain(words)
      return 0
    }
  }

  private func setFrameCallbacks() {
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, octets, count, me in
      unsafe HTTP2SessionSetup.session(me)?.take(
        body: UnsafeRawBufferPointer(start: octets, count: count), of: stream)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, me in
      guard let frame = unsafe frame, let session = unsafe HTTP2SessionSetup.session(me) else {
        return 0
      }
      let stream = unsafe frame.pointee.hd.stream_id
      let endsStream = unsafe authspec_h2_ends_stream(frame) != 0
      if unsafe authspec_h2_is(frame, NGHTTP2_HEADERS) != 0 {
        session.takeHead(of: stream, endsStream: endsStream)
      } else if endsStream {
        session.ends(stream)
      }
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, me in
      guard let frame = unsafe frame, let session = unsafe HTTP2SessionSetup.session(me) else {
        return 0
      }
      let stream = unsafe frame.pointee.hd.stream_id
      let isReset = unsafe authspec_h2_is(frame, NGHTTP2_RST_STREAM) != 0
      if unsafe isReset || authspec_h2_is(frame, NGHTTP2_GOAWAY) != 0 {
        session.noteEnd(of: stream, unsafe authspec_h2_error(frame))
      }
      if unsafe isReset || authspec_h2_ends_stream(frame) != 0 { session.hasAnswered(stream) }
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, me in
      unsafe HTTP2SessionSetup.session(me)?.isClosed(stream)
      return 0
    }
  }

  static let onRead: nghttp2_data_source_read_callback = { _, stream, room, count, flags, _, me in
    guard let flags = unsafe flags, let session = unsafe session(me) else {
      return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
    }
    return unsafe session.read(
      stream, into: UnsafeMutableRawBufferPointer(start: room, count: count), flags)
  }
}
