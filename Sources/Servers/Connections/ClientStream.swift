// SPDX-License-Identifier: Apache-2.0

import Platform

/// The stream that a back end reads and writes: a client's connection, or the TLS in front of one.
enum ClientStream {
  case socket(Int32)
  case tls(TLSRelay)

  /// The descriptor of the connection.
  var descriptor: Int32 {
    switch self {
    case .socket(let descriptor): descriptor
    case .tls(let relay): relay.outer
    }
  }

  /// Calls a handler when the client sends, or can take octets.
  func watch(for readiness: Readiness, handler: any DescriptorHandler, on loop: EventLoop) {
    switch self {
    case .socket(let descriptor): loop.watch(descriptor, for: readiness, handler: handler)
    case .tls(let relay): relay.serve(handler, when: readiness)
    }
  }

  /// Stops calling the handler.
  func forget(on loop: EventLoop) {
    switch self {
    case .socket(let descriptor): loop.forget(descriptor)
    case .tls(let relay): relay.leaveBackEnd()
    }
  }

  /// Disables Nagle's algorithm; TLS has done that.
  func sendAtOnce() {
    if case .socket(let descriptor) = self { StreamSocket.sendAtOnce(descriptor) }
  }

  func receive(into room: UnsafeMutableRawBufferPointer) -> StreamSocket.Reception {
    switch self {
    case .socket(let descriptor): unsafe StreamSocket.receive(descriptor, into: room)
    case .tls(let relay): unsafe relay.receive(into: room)
    }
  }

  func send(_ octets: ArraySlice<UInt8>) -> StreamSocket.Dispatch {
    switch self {
    case .socket(let descriptor): StreamSocket.send(descriptor, octets)
    case .tls(let relay): relay.send(octets)
    }
  }

  /// Sends what follows together with FIN, where that is possible: in clear.
  func holdForEnd() {
    if case .socket(let descriptor) = self { Sockets.holdForEnd(descriptor) }
  }

  /// Sends FIN, after `close_notify` with TLS.
  func endSending() {
    switch self {
    case .socket(let descriptor): Sockets.endSending(descriptor)
    case .tls(let relay): relay.backEndEnded()
    }
  }

  /// Closes with a reset, which the TLS in front of the stream makes if there is any.
  func reset(behind relay: TLSRelay?) {
    guard let relay else { return Sockets.reset(descriptor) }
    relay.ending = .reset
    close()
  }

  func close() {
    switch self {
    case .socket(let descriptor): StreamSocket.close(descriptor)
    case .tls(let relay): relay.backEndEnded()
    }
  }
}

extension OutputQueue {
  /// Sends as much as the stream takes; returns `false` if the connection is broken.
  mutating func flush(to stream: ClientStream) -> Bool { flush(stream.send) }
}
