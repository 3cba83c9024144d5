// SPDX-License-Identifier: Apache-2.0

import Platform

/// A tunnel from a stream to another server, which has the far end of a pair of sockets (RFC 9113
/// 8.5).
final class HTTP2Tunnel {
  private let descriptor: Int32
  /// The body that the stream sends to the client.
  private let body: HTTP2Body
  private let loop: EventLoop
  /// Called when the body has more to send.
  private let hasMore: () -> Void
  private var outgoing = OutputQueue()
  private var isOpen = true
  private var isSendingOver = false
  private var hasReadEnd = false
  private var awaited: Readiness = []

  /// The number of octets that may wait for the client.
  private static let readAhead = 1 << 16

  init(
    _ descriptor: Int32, _ body: HTTP2Body, loop: EventLoop, hasMore: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.body = body
    self.loop = loop
    self.hasMore = hasMore
  }

  /// Sends octets of the client to the server; returns `false` if too many wait for it.
  func send(_ octets: [UInt8]) -> Bool {
    guard isOpen, !isSendingOver else { return true }
    outgoing.append { $0 += octets }
    flush()
    return outgoing.count <= HTTP2Tunnel.mostWaiting
  }

  /// The number of octets that may wait for the server.
  private static let mostWaiting = 8 << 20

  /// The client sends nothing more.
  func endSending() {
    isSendingOver = true
    flush()
  }

  private func flush() {
    guard isOpen else { return }
    guard outgoing.flush(to: descriptor) else { return close() }
    if outgoing.isEmpty, isSendingOver { Sockets.endSending(descriptor) }
    watch()
  }

  /// Waits for octets of the server if the client has taken enough, and to write if some are left.
  func watch() {
    guard isOpen else { return }
    var readiness: Readiness = []
    if !hasReadEnd, body.count < HTTP2Tunnel.readAhead { readiness.insert(.readable) }
    if outgoing.isBlocked { readiness.insert(.writable) }
    guard readiness != awaited else { return }
    awaited = readiness
    // The loop would report in every turn that the other side has closed both ways.
    if readiness.isEmpty {
      loop.forget(descriptor)
    } else {
      loop.watch(descriptor, for: readiness, handler: self)
    }
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    loop.forget(descriptor)
    StreamSocket.close(descriptor)
  }
}

extension HTTP2Tunnel: DescriptorHandler {
  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    guard isOpen else { return }
    if readiness.contains(.writable) { flush() }
    guard isOpen, !hasReadEnd, !readiness.isDisjoint(with: [.readable, .hungUp]) else { return }
    let received = unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { room in
      let reception = unsafe StreamSocket.receive(descriptor, into: room)
      if case .octets(let count) = reception {
        unsafe body.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
      }
      return reception
    }
    switch received {
    case .octets: break
    case .none: return
    case .end, .broken:
      hasReadEnd = true
      body.isComplete = true
    }
    watch()
    hasMore()
  }
}
