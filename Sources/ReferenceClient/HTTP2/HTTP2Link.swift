// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A connection that speaks HTTP/2, for many requests at once.
final class HTTP2Link: ConnectionUser {
  /// The connection below it.
  let carrier: Connection
  private let frames: HTTP2Frames
  private var streams: [Int32: StreamConnection] = [:]
  /// The number of requests that it has served.
  var servedCount = 0

  init?(_ carrier: Connection) {
    guard
      let frames = HTTP2Frames(
        acceptsMalformed: carrier.faults.has(.malformedResponseOverHTTP2Accepted))
    else { return nil }
    self.carrier = carrier
    self.frames = frames
  }

  private var faults: FaultSet { carrier.faults }

  /// `true` if it leads to a proxy that has opened no tunnel for it.
  var isAtProxy: Bool { carrier.route.proxy != nil && !carrier.isTunnelOpen }

  /// `true` if it accepts another request. "Receivers of a GOAWAY frame MUST NOT open additional
  /// streams on the connection" (RFC 9113 6.8).
  var isUsable: Bool { frames.takesRequests }

  /// Sends the octets that the library has for the server.
  func flush() {
    let octets = frames.takeOutgoing()
    if !octets.isEmpty { carrier.send(octets) }
    // The library closes streams when it has reset them.
    for event in frames.takeEvents() { handle(event) }
  }

  // MARK: Requests

  /// Opens a stream for a request; `false` if that is not possible.
  func request(
    _ writer: RequestWriter, body: Octets?, isComplete: Bool, for user: StreamConnection
  ) -> Int32? {
    let scheme = carrier.security == nil ? "http" : "https"
    let lines = HTTP2Head.request(writer, on: user.route, scheme: scheme, faults)
    guard let stream = frames.request(lines, body: body, isComplete: isComplete) else { return nil }
    streams[stream] = user
    flush()
    return stream
  }

  /// Sends more octets of a body or a tunnel.
  func send(_ body: Octets, on stream: Int32, isLast: Bool = true) {
    frames.send(body, on: stream, isLast: isLast)
    flush()
  }

  /// Ends a tunnel.
  func leave(_ stream: Int32) {
    guard streams.removeValue(forKey: stream) != nil else { return }
    send("", on: stream)
  }

  /// Gives a stream up.
  func cancel(_ stream: Int32) {
    guard streams.removeValue(forKey: stream) != nil else { return }
    frames.cancel(stream)
    flush()
  }

  /// Closes the connection.
  func close() {
    guard carrier.isOpen else { return }
    frames.sayGoodbye()
    flush()
    end(.lost)
  }

  // MARK: From the server

  /// Takes octets of HTTP/2.
  func take(_ octets: [UInt8]) {
    frames.receive(octets)
    for event in frames.takeEvents() { handle(event) }
    flush()
    if frames.isOver { end(.malformed(.frames)) }
  }

  private func handle(_ event: HTTP2Frames.Event) {
    switch event {
    case .fields(let stream, let lines, let isTrailer):
      streams[stream]?.take(lines, isTrailer: isTrailer)
    case .body(let stream, let octets): streams[stream]?.take(body: octets)
    case .complete(let stream, let isSending):
      if isSending, !isAtProxy, faults.has(.responseLostByStreamReset) { return }
      streams[stream]?.complete()
    case .closed(let stream, let code):
      // "The RST_STREAM frame fully terminates the referenced stream" (RFC 9113 6.4).
      let user = streams.removeValue(forKey: stream)
      if !faults.has(.resetStreamAwaited) { user?.end(failure(code)) }
    case .goAway(let last, let code):
      let failure: Connection.Failure =
        code == HTTP2Link.http11Required ? .needsHTTP11 : .unprocessed
      // Streams up to the last are still answered.
      for (stream, user) in streams.sorted(by: { $0.key < $1.key })
      where stream > last || faults.has(.finishedStreamsLostByGoAway) {
        streams[stream] = nil
        user.end(failure)
      }
    }
  }

  private static let refusedStream: UInt32 = 7
  private static let http11Required: UInt32 = 13

  /// The failure for the error code of a stream that has ended before its response (RFC 9113 7).
  private func failure(_ code: UInt32) -> Connection.Failure {
    switch code {
    case HTTP2Link.refusedStream: return .unprocessed
    case HTTP2Link.http11Required: return .needsHTTP11
    default: return faults.has(.resetRequestRepeated) ? .unprocessed : .malformed(.frames)
    }
  }

  /// The last refusal on any stream: a fault.
  private var lastRefusal: FieldSection?

  /// The fields of a response, or those of the last refusal on the connection: a fault.
  func fields(of head: ResponseHead) -> FieldSection {
    guard head.status == 401 else { return head.fields }
    defer { lastRefusal = head.fields }
    guard let lastRefusal else { return head.fields }
    return faults.alter(head.fields, .streamsShareChallenges) { _ in lastRefusal }
  }

  private func end(_ failure: Connection.Failure) {
    carrier.close()
    let open = streams.sorted { $0.key < $1.key }
    streams = [:]
    for (_, user) in open { user.end(failure) }
  }

  // MARK: The connection below

  func opened(_ connection: Connection) {}
  func connection(_ connection: Connection, read event: ResponseReader.Event) {}
  func connection(_ connection: Connection, received octets: [UInt8]) {}
  func connection(_ connection: Connection, failed failure: Connection.Failure) { end(failure) }

  /// Called when the server has closed the connection.
  func readEnd() { end(.lost) }
}
