// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CNGHTTP2

/// The client's side of HTTP/2 on one connection, without a socket (RFC 9113). The library reads
/// and writes the frames.
@safe final class HTTP2Frames {
  /// Something that the server has sent.
  enum Event {
    /// A header section: interim, final or trailers.
    case fields(stream: Int32, FieldSection, isTrailer: Bool)
    /// A piece of a body.
    case body(stream: Int32, [UInt8])
    /// A response is complete; some of the request's body may not be sent yet.
    case complete(stream: Int32, isSending: Bool)
    /// A stream is closed, with an error code.
    case closed(stream: Int32, UInt32)
    /// The server accepts no streams after that one.
    case goAway(last: Int32, UInt32)
  }

  private let handle: OpaquePointer
  private var events: [Event] = []
  private var sections: [Int32: FieldSection] = [:]
  private var hasFinalHead: Set<Int32> = []
  private var bodies: [Int32: (octets: ArraySlice<UInt8>, isComplete: Bool)] = [:]
  /// `true` if the library cannot continue to read.
  private var isBroken = false

  /// A session; `nil` if there is no memory. A client that `acceptsMalformed` has a fault.
  init?(acceptsMalformed: Bool) {
    var callbacks: OpaquePointer?
    var options: OpaquePointer?
    var made: OpaquePointer?
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
      unsafe nghttp2_option_new(&options) == 0
    else { return nil }
    defer {
      unsafe nghttp2_session_callbacks_del(callbacks)
      unsafe nghttp2_option_del(options)
    }
    unsafe HTTP2Frames.set(callbacks)
    unsafe nghttp2_option_set_no_http_messaging(options, acceptsMalformed ? 1 : 0)
    unsafe nghttp2_option_set_max_send_header_block_length(options, 4 << 20)
    guard unsafe nghttp2_session_client_new2(&made, callbacks, nil, options) == 0,
      let handle = unsafe made
    else { return nil }
    unsafe self.handle = unsafe handle
    // The session never outlives this object, so it does not retain it.
    unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
    // "A client that does not wish to receive pushed streams" sends this (RFC 9113 6.5.2).
    var settings = nghttp2_settings_entry(
      settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0)
    _ = unsafe nghttp2_submit_settings(handle, 0, &settings, 1)
  }

  deinit { unsafe nghttp2_session_del(handle) }

  // MARK: Octets

  /// Takes octets of the server.
  func receive(_ octets: [UInt8]) {
    isBroken = unsafe nghttp2_session_mem_recv(handle, octets, octets.count) < 0
  }

  /// The events since the last call.
  func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  /// The octets for the server that are due.
  func takeOutgoing() -> [UInt8] {
    var octets: [UInt8] = []
    while true {
      var frame: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(handle, &frame)
      guard count > 0 else { break }
      unsafe octets.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
    }
    return octets
  }

  /// `true` if the library has ended the session, or the server has and no stream is left.
  var isOver: Bool { unsafe isBroken || nghttp2_session_want_read(handle) == 0 }

  /// `true` if a stream can be opened: the server has sent no GOAWAY.
  var takesRequests: Bool { unsafe nghttp2_session_check_request_allowed(handle) != 0 }

  // MARK: Requests

  /// Opens a stream; returns its number, or `nil` if the library refuses. `body` is its beginning,
  /// or `nil` if there is none.
  func request(_ lines: FieldSection, body: Octets?, isComplete: Bool) -> Int32? {
    let stream = unsafe HTTP2Frames.withPairs(lines) { pairs, count in
      unsafe authspec_h2_request(
        handle, pairs, count, body == nil ? nil : HTTP2Frames.onRead)
    }
    guard stream > 0 else { return nil }
    if let body { bodies[stream] = (body.bytes, isComplete) }
    return stream
  }

  /// `true` if some of a body is not sent yet. A fault treats that as an error.
  private func isSending(_ stream: Int32) -> Bool {
    bodies[stream].map { !$0.octets.isEmpty || !$0.isComplete } ?? false
  }

  /// Sends more of a body.
  func send(_ body: Octets, on stream: Int32, isLast: Bool) {
    guard bodies[stream] != nil else { return }
    bodies[stream]?.octets += body.bytes
    bodies[stream]?.isComplete = isLast
    _ = unsafe nghttp2_session_resume_data(handle, stream)
  }

  /// Ends a stream with RST_STREAM and the code CANCEL (RFC 9113 6.4).
  func cancel(_ stream: Int32) {
    _ = unsafe nghttp2_submit_rst_stream(handle, 0, stream, NGHTTP2_CANCEL.rawValue)
  }

  /// Says that the client is done with the connection.
  func sayGoodbye() {
    _ = unsafe nghttp2_session_terminate_session(handle, NGHTTP2_NO_ERROR.rawValue)
  }

  /// Calls `body` with the pairs of names and values; the library copies them.
  private static func withPairs(
    _ lines: FieldSection, _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
  ) -> Int32 {
    var octets: [UInt8] = []
    var places: [(name: Int, value: Int, end: Int)] = []
    for line in lines {
      let start = octets.count
      octets += line.name.bytes
      let middle = octets.count
      octets += line.value.bytes
      places.append((start, middle, octets.count))
    }
    return unsafe octets.withUnsafeMutableBufferPointer { room in
      guard let base = room.baseAddress else { return -1 }
      let pairs = unsafe places.map { place in
        unsafe nghttp2_nv(
          name: base + place.name, value: base + place.value, namelen: place.value - place.name,
          valuelen: place.end - place.value, flags: 0)
      }
      return unsafe pairs.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
    }
  }

  // MARK: The library's calls

  private static func frames(_ me: UnsafeMutableRawPointer?) -> HTTP2Frames? {
    unsafe me.map { unsafe Unmanaged<HTTP2Frames>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func set(_ callbacks: OpaquePointer?) {
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, me in
      guard let frame = unsafe frame, let frames = unsafe HTTP2Frames.frames(me) else { return 0 }
      unsafe frames.take(
        name: UnsafeRawBufferPointer(start: name, count: nameCount),
        value: UnsafeRawBufferPointer(start: value, count: valueCount),
        of: frame.pointee.hd.stream_id)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, octets, count, me in
      let piece = unsafe Array(UnsafeBufferPointer(start: octets, count: count))
      unsafe HTTP2Frames.frames(me)?.events.append(.body(stream: stream, piece))
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, me in
      guard let frame = unsafe frame, let frames = unsafe HTTP2Frames.frames(me) else { return 0 }
      let stream = unsafe frame.pointee.hd.stream_id
      if unsafe authspec_h2_is(frame, NGHTTP2_HEADERS) != 0 { frames.takeSection(of: stream) }
      if unsafe authspec_h2_is(frame, NGHTTP2_GOAWAY) != 0 {
        frames.events.append(
          .goAway(
            last: unsafe authspec_h2_last_stream(frame), unsafe authspec_h2_error(frame)))
      }
      if unsafe authspec_h2_ends_stream(frame) != 0 {
        frames.events.append(.complete(stream: stream, isSending: frames.isSending(stream)))
      }
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
      _, stream, code, me in
      guard let frames = unsafe HTTP2Frames.frames(me) else { return 0 }
      frames.sections[stream] = nil
      frames.bodies[stream] = nil
      frames.hasFinalHead.remove(stream)
      frames.events.append(.closed(stream: stream, code))
      return 0
    }
  }

  private func take(
    name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, of stream: Int32
  ) {
    unsafe sections[stream, default: FieldSection()].append(name: name, value: value)
  }

  private func takeSection(of stream: Int32) {
    let lines = sections.removeValue(forKey: stream) ?? FieldSection()
    let isTrailer = hasFinalHead.contains(stream)
    if let status = lines.first(":status"), status.bytes.first != UInt8(ascii: "1") {
      hasFinalHead.insert(stream)
    }
    events.append(.fields(stream: stream, lines, isTrailer: isTrailer))
  }

  private static let onRead: nghttp2_data_source_read_callback = {
    _, stream, room, count, flags, _, me in
    guard let flags = unsafe flags, let frames = unsafe HTTP2Frames.frames(me),
      let body = frames.bodies[stream]
    else { return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
    let piece = body.octets.prefix(count)
    unsafe UnsafeMutableRawBufferPointer(start: room, count: count).copyBytes(from: piece)
    frames.bodies[stream]?.octets = body.octets.dropFirst(piece.count)
    if piece.count == body.octets.count, body.isComplete {
      unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
    } else if piece.isEmpty {
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    }
    return piece.count
  }
}
