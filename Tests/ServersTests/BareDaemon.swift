// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Glibc

/// libmicrohttpd itself, with none of this project's server around it: what it does with one
/// request.
@safe final class BareDaemon {
  /// Called when a request is complete, or with `isEarly` when its head is.
  private let answer: (OpaquePointer) -> MHD_Result
  private let isEarly: Bool

  @unsafe init(isEarly: Bool = false, answer: @escaping (OpaquePointer) -> MHD_Result) {
    unsafe self.answer = answer
    self.isEarly = isEarly
  }

  /// What the library sends in answer to these octets, and whether it closes then.
  func play(_ request: String) -> (text: String, isClosed: Bool) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard
      let daemon = unsafe authspec_start_daemon(
        1 << 15, 1 << 12, 8, { _, _, _ in }, { context, _, _ in unsafe context },
        { context, connection, _, _, _, _, size, state in
          guard let context = unsafe context, let connection = unsafe connection,
            let size = unsafe size, let state = unsafe state
          else { return .NO }
          let bare = unsafe Unmanaged<BareDaemon>.fromOpaque(context).takeUnretainedValue()
          // The state is the context before the first call about a request, nothing behind it.
          let isFirst = unsafe state.pointee != nil
          unsafe state.pointee = nil
          if isFirst, !bare.isEarly { return .YES }
          if unsafe size.pointee > 0 {
            unsafe size.pointee = 0
            return .YES
          }
          return unsafe bare.answer(connection)
        }, { _, _, _, _ in }, { _, _, _, _ in }, context)
    else { return ("no daemon", true) }
    defer { unsafe MHD_stop_daemon(daemon) }
    var pair: [Int32] = [-1, -1]
    unsafe pair.withUnsafeMutableBufferPointer { pair in
      _ = unsafe socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, pair.baseAddress)
    }
    defer { close(pair[0]) }
    guard unsafe authspec_add_connection(daemon, pair[1]) != 0 else { return ("not taken", true) }
    _ = unsafe request.withCString { unsafe send(pair[0], $0, request.utf8.count, 0) }
    var (text, isClosed) = ("", false)
    for _ in 0..<20 {
      unsafe MHD_run(daemon)
      var room = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe recv(pair[0], &room, room.count, 0)
      if count > 0 { text += String(decoding: room[..<count], as: UTF8.self) }
      if count == 0 { isClosed = true }
    }
    return (text, isClosed)
  }

  /// The octets of the library for a response with one field line; `nil` if it refuses the line.
  static func play(
    _ name: String, _ value: String, status: UInt32 = 200, request: String = get
  ) -> (text: String, isClosed: Bool, isTaken: Bool) {
    var isTaken = true
    let played = unsafe BareDaemon { connection in
      guard let response = unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
      else { return .NO }
      defer { unsafe MHD_destroy_response(response) }
      isTaken = name.isEmpty || (unsafe MHD_add_response_header(response, name, value)) == .YES
      return unsafe MHD_queue_response(connection, status, response)
    }.play(request)
    return (played.text, played.isClosed, isTaken)
  }
}
