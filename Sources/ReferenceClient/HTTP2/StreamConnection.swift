// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A stream of an HTTP/2 connection, which serves one request like a connection of HTTP/1.1.
final class StreamConnection: Connection {
  /// The connection of the stream.
  let shared: HTTP2Link
  /// Its number while it is open.
  private var stream: Int32?
  private var head: ResponseHead?
  private var body: [UInt8] = []
  private var interimCount = 0
  private var isSendingBody = false
  private var isConnect = false
  /// The tunnel that it has become.
  private var tunnel: StreamTunnel?

  /// A stream for a request on a route that leads over this connection.
  init(_ shared: HTTP2Link, on route: Route, _ security: ConnectionSecurity?) {
    self.shared = shared
    super.init(shared.carrier, on: route, security)
    layers = shared.carrier.layers
    isTunnelOpen = shared.carrier.isTunnelOpen
    servedCount = shared.servedCount
  }

  override var isOpen: Bool { shared.isUsable }
  override func isAlive() -> Bool { shared.isUsable }
  override func expectResponse(to method: Octets) {}
  override func resume() {}

  override func close() {
    user = nil
    if let stream { shared.cancel(stream) }
    stream = nil
  }

  // MARK: The request

  override func send(_ writer: RequestWriter, body: Octets?, framed: [UInt8]) {
    // A body of no octets ends with the header section.
    open(writer, body: body.flatMap { $0.isEmpty ? nil : $0 }, isComplete: true)
  }

  override func send(_ writer: RequestWriter) {
    isSendingBody = true
    open(writer, body: "", isComplete: false)
  }

  override func send(body: Octets?, framed: [UInt8]) {
    guard let stream, let body else { return }
    isSendingBody = false
    shared.send(body, on: stream)
  }

  private func open(_ writer: RequestWriter, body: Octets?, isComplete: Bool) {
    isConnect = writer.method == "CONNECT"
    stream = shared.request(writer, body: body, isComplete: isComplete, for: self)
    if stream == nil { end(.unprocessed) }
  }

  // MARK: The response

  private static let longestBody = 64 << 20
  private static let mostInterim = 5000

  /// Takes a header section or a trailer section.
  func take(_ lines: FieldSection, isTrailer: Bool) {
    if isTrailer {
      // Trailer fields are ignored: a challenge in them has no meaning (RFC 9110 6.5.1).
      if faults.has(.trailersTakenOverHTTP2) {
        for line in lines { head?.fields.append(line.name, line.value) }
      }
      return
    }
    guard let head = HTTP2Head.response(lines) else { return fail(.malformed(.frames)) }
    if head.status < 200 {
      interimCount += 1
      guard interimCount <= StreamConnection.mostInterim else {
        return fail(.malformed(.tooManyInterim))
      }
      user?.connection(self, read: .interim(head))
    } else {
      self.head = head
      user?.connection(self, read: .head(head))
      guard isConnect, (200..<300).contains(head.status) else { return }
      shared.servedCount += 1
      user?.connection(self, read: .complete(Response(head: head)))
    }
  }

  /// Takes a piece of the body.
  func take(body piece: [UInt8]) {
    if let tunnel { return tunnel.take(ofTunnel: piece) }
    guard piece.count <= StreamConnection.longestBody - body.count else {
      return fail(.malformed(.bodyTooLong))
    }
    body += piece
  }

  /// Called when the response is complete.
  func complete() {
    if let tunnel { return tunnel.ended() }
    guard var head, let user else { return }
    head.fields = shared.fields(of: head)
    shared.servedCount += 1
    // The rest of the request's body is not needed any more (RFC 9113 8.1).
    if !isSendingBody { stream = nil }
    close()
    user.connection(self, read: .complete(Response(head: head, body: Octets(body))))
  }

  /// Called when the stream has ended, with its response or without.
  func end(_ failure: Connection.Failure) {
    if let tunnel { return tunnel.broken() }
    if case .lost = failure, head != nil { return fail(.malformed(.truncated)) }
    fail(failure)
  }

  /// "Once this connection is successfully established, the proxy sends a HEADERS frame containing
  /// a 2xx-series status code to the client" (RFC 9113 8.5).
  override func openTunnel() -> Connection {
    guard let stream else { return self }
    let tunnel = StreamTunnel(stream, of: shared, like: self)
    self.tunnel = tunnel
    user = nil
    return tunnel
  }

  override func canServeAgain(after response: Response) -> Bool { true }
}
