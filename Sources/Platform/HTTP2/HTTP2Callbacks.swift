// SPDX-License-Identifier: Apache-2.0

internal import CNGHTTP2

/// The callbacks of all sessions, made once and never changed.
@safe final class HTTP2Callbacks: @unchecked Sendable {
  static let shared = HTTP2Callbacks()

  private let callbacks: OpaquePointer

  private init?() {
    var callbacks: OpaquePointer?
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks = unsafe callbacks
    else { return nil }
    unsafe self.callbacks = unsafe callbacks
    setHeadCallbacks()
    setFrameCallbacks()
  }

  /// A session of the library; `nil` if there is no memory.
  func session(_ role: HTTP2Session.Role) -> OpaquePointer? {
    var options: OpaquePointer?
    var made: OpaquePointer?
    guard unsafe nghttp2_option_new(&options) == 0 else { return nil }
    defer { unsafe nghttp2_option_del(options) }
    // Scenarios have long challenges.
    unsafe nghttp2_option_set_max_send_header_block_length(options, 4 << 20)
    switch role {
    case .server:
      // Closed streams are not kept for priorities.
      unsafe nghttp2_option_set_no_closed_streams(options, 1)
      unsafe authspec_h2_allow_resets(options)
      // The connection grants windows, so that it can withhold them.
      unsafe nghttp2_option_set_no_auto_window_update(options, 1)
      _ = unsafe nghttp2_session_server_new2(&made, callbacks, nil, options)
    case .client(let acceptsMalformed):
      unsafe nghttp2_option_set_no_http_messaging(options, acceptsMalformed ? 1 : 0)
      _ = unsafe nghttp2_session_client_new2(&made, callbacks, nil, options)
    }
    return unsafe made
  }

  private static func session(_ me: UnsafeMutableRawPointer?) -> HTTP2Session? {
    unsafe me.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
  }

  private func setHeadCallbacks() {
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, me in
      guard let frame = unsafe frame else { return 0 }
      unsafe HTTP2Callbacks.session(me)?.begins(
        frame.pointee.hd.stream_id, isFirst: authspec_h2_is_first(frame) != 0)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, me in
      guard let frame = unsafe frame, let session = unsafe HTTP2Callbacks.session(me) else {
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
      unsafe HTTP2Callbacks.session(me)?.complain(words)
      return 0
    }
  }

  private func setFrameCallbacks() {
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, octets, count, me in
      unsafe HTTP2Callbacks.session(me)?.take(
        body: UnsafeRawBufferPointer(start: octets, count: count), of: stream)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, me in
      guard let frame = unsafe frame, let session = unsafe HTTP2Callbacks.session(me) else {
        return 0
      }
      let stream = unsafe frame.pointee.hd.stream_id
      let endsStream = unsafe authspec_h2_ends_stream(frame) != 0
      if unsafe authspec_h2_is(frame, NGHTTP2_HEADERS) != 0 {
        session.takeHead(of: stream, endsStream: endsStream)
      } else if unsafe authspec_h2_is(frame, NGHTTP2_GOAWAY) != 0 {
        unsafe session.isEnded(after: authspec_h2_last_stream(frame), authspec_h2_error(frame))
      } else if endsStream {
        session.ends(stream)
      }
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, me in
      guard let frame = unsafe frame, let session = unsafe HTTP2Callbacks.session(me) else {
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
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
      _, stream, code, me in
      unsafe HTTP2Callbacks.session(me)?.isClosed(stream, code)
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
