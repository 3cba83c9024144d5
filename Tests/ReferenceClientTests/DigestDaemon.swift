// SPDX-License-Identifier: Apache-2.0

import Platform
@testable import Servers
@testable import Transcripts
import CMicroHTTPD
import Glibc

/// A server protected by libmicrohttpd's own Digest: the library makes the challenges, checks the
/// responses, and decides about nonces and counts.
@safe final class DigestDaemon: DescriptorHandler {
  static let realm = "Third Opinion"
  static let user = "alice"
  static let password = "open \"sesame\""

  /// The library's decision about the credentials of a request.
  enum Opinion: Equatable {
    case right, wrong, nonce
  }

  private(set) var opinions: [Opinion] = []
  private let loop: EventLoop
  private let socket: ListeningSocket
  private let algorithm: MHD_DigestAuthAlgorithm
  private var daemon: OpaquePointer?
  private var epoll: Int32 = -1

  var url: String { "http://\(socket.authority)" }

  init(loop: EventLoop, algorithm: MHD_DigestAuthAlgorithm) throws {
    self.loop = loop
    self.algorithm = algorithm
    socket = try ListeningSocket(host: 1)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe daemon = authspec_start_daemon(
      1 << 15, 1 << 12, 8, { _, _, _ in }, { context, _, _ in unsafe context },
      { context, connection, _, _, _, _, size, state in
        guard let context = unsafe context, let connection = unsafe connection,
          let size = unsafe size, let state = unsafe state
        else { return .NO }
        // The state is the context in the first call for a request, and `nil` in later ones.
        let isFirst = unsafe state.pointee != nil
        unsafe state.pointee = nil
        if isFirst { return .YES }
        if unsafe size.pointee > 0 {
          unsafe size.pointee = 0
          return .YES
        }
        return unsafe Unmanaged<DigestDaemon>.fromOpaque(context).takeUnretainedValue()
          .answer(connection)
      }, { _, _, _, _ in }, { _, _, _, _ in }, context)
    guard let daemon = unsafe daemon else { throw ServerError("libmicrohttpd does not start") }
    epoll = unsafe authspec_epoll_descriptor(daemon)
    loop.watch(epoll, for: .readable, handler: self)
    loop.watch(socket.descriptor, for: .readable, handler: self)
  }

  func stop() {
    guard let running = unsafe daemon else { return }
    loop.forget(epoll)
    loop.forget(socket.descriptor)
    unsafe MHD_stop_daemon(running)
    unsafe daemon = nil
    StreamSocket.close(socket.descriptor)
  }

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    guard let daemon = unsafe daemon else { return }
    if descriptor == socket.descriptor {
      let accepted = authspec_accept(descriptor, Int32(SOCK_NONBLOCK.rawValue))
      if accepted >= 0 { _ = unsafe authspec_add_connection(daemon, accepted) }
    }
    for _ in 0..<8 { unsafe MHD_run(daemon) }
  }

  @unsafe private func answer(_ connection: OpaquePointer) -> MHD_Result {
    guard let response = unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    else { return .NO }
    defer { unsafe MHD_destroy_response(response) }
    let opinion = unsafe opinion(of: connection)
    if let opinion { opinions.append(opinion) }
    if opinion == .right { return unsafe MHD_queue_response(connection, 200, response) }
    return unsafe MHD_queue_auth_fail_response2(
      connection, DigestDaemon.realm, "an opaque text", response, opinion == .nonce ? 1 : 0,
      algorithm)
  }

  /// `nil` if the request names no user.
  @unsafe private func opinion(of connection: OpaquePointer) -> Opinion? {
    guard let name = unsafe MHD_digest_auth_get_username(connection) else { return nil }
    unsafe MHD_free(name)
    switch unsafe MHD_digest_auth_check2(
      connection, DigestDaemon.realm, DigestDaemon.user, DigestDaemon.password, 300, algorithm)
    {
    case 1: return .right
    case MHD_INVALID_NONCE: return .nonce
    default: return .wrong
    }
  }
}
