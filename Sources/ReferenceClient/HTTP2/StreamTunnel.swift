// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A tunnel in a stream of an HTTP/2 connection to a proxy, used like a connection to the origin
/// server.
///
/// "After the initial HEADERS frame sent by each peer, all subsequent DATA frames correspond to
/// data sent on the TCP connection." (RFC 9113 8.5)
final class StreamTunnel: Connection {
  private let shared: HTTP2Link
  private let stream: Int32
  private var isUp = true

  init(_ stream: Int32, of shared: HTTP2Link, like connection: Connection) {
    self.shared = shared
    self.stream = stream
    super.init(connection)
    proxyLayer = shared.carrier.layers.last
    isTunnelOpen = true
    linked = shared.carrier.linked
  }

  override var isOpen: Bool { isUp }
  override func receive() { shared.carrier.receive() }

  override func isAlive() -> Bool {
    receive()
    return isUp
  }

  override func sendRaw(_ octets: [UInt8]) {
    if isUp { shared.send(Octets(octets), on: stream, isLast: false) }
  }

  override func sendLast(_ octets: [UInt8]) { sendRaw(octets) }

  override func closeTransport() {
    isUp = false
    shared.leave(stream)
  }

  // MARK: From the proxy, until the stream is left

  /// Takes octets of the origin server.
  func take(ofTunnel octets: [UInt8]) {
    if layers.isEmpty { take(octets) } else { takeEncrypted(octets) }
  }

  /// "The END_STREAM flag on a DATA frame is treated as being equivalent to the TCP FIN bit." (RFC
  /// 9113 8.5)
  func ended() {
    if layers.isEmpty { readEnd() } else { readEndWithoutClosure() }
  }

  /// "A TCP connection error is signaled with RST_STREAM." (RFC 9113 8.5)
  func broken() {
    if !failsHandshake() { fail(reader.isUntouched ? .lost : .malformed(.truncated)) }
  }
}
