// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// A connection that speaks HTTP/2, for many requests at once.
final class HTTP2Link: ConnectionUser {
  /// The connection below it.
  let carrier: Connection
  private let session: HTTP2Session
  private var streams: [Int32: StreamConnection] = [:]
  /// The bodies of requests, which the session forgets before the events of a closed stream are
  /// handled.
  private var bodies: [Int32: HTTP2Body] = [:]
  /// The number of requests that it has served.
  var servedCount = 0

  init?(_ carrier: Connection) {
    guard
      let session = HTTP2Session(
        .client(acceptsMalformed: carrier.faults.has(.malformedResponseOverHTTP2Accepted)))
    else { return nil }
    self.carrier = carrier
    self.session = session
  }

  private var faults: FaultSet { carrier.faults }

  /// `true` if it leads to a proxy that has opened no tunnel for it.
  var isAtProxy: Bool { carrier.route.proxy != nil && !carrier.isTunnelOpen }

  /// `true` if it accepts another request. "Receivers of a GOAWAY frame MUST NOT open additional
  /// streams on the connection" (RFC 9113 6.8).
  var isUsable: Bool { session.takesRequests }

  /// Sends the octets that the library has for the server.
  func flush() {
    var octets: [UInt8] = []
    session.write(to: &octets, limit: .max)
    if !octets.isEmpty { carrier.send(octets) }
    // The library closes streams when it has reset them.
    for event in session.takeEvents() { handle(event) }
  }

  // MARK: Requests

  /// Opens a stream for a request; `false` if that is not possible.
  func request(
    _ writer: RequestWriter, body: Octets?, isComplete: Bool, for user: StreamConnection
  ) -> Int32? {
    let scheme = carrier.security == nil ? "http" : "https"
    let lines = HTTP2Head.request(writer, on: user.route, scheme: scheme, faults)
    let body = body.map { HTTP2Body($0, isComplete: isComplete) }
    guard let stream = session.request(HTTP2Fields(lines), body: body) else { return nil }
    streams[stream] = user
    bodies[stream] = body
    flush()
    return stream
  }

  /// Sends more octets of a body or a tunnel.
  func send(_ body: Octets, on stream: Int32, isLast: Bool = true) {
    if let sent = session.body(on: stream) {
      unsafe body.array.withUnsafeBytes { unsafe sent.append($0) }
      sent.isComplete = isLast
      session.resume(stream)
    }
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
    session.reset(stream, code: HTTP2Link.cancelled)
    flush()
  }

  /// Closes the connection.
  func close() {
    guard carrier.isOpen else { return }
    session.terminate()
    flush()
    end(.lost)
  }

  // MARK: From the server

  /// Takes octets of HTTP/2.
  func take(_ octets: [UInt8]) {
    unsafe octets.withUnsafeBytes { unsafe session.receive($0) }
    for event in session.takeEvents() { handle(event) }
    flush()
    if !session.wantsInput { end(.malformed(.frames)) }
  }

  private func handle(_ event: HTTP2Session.Event) {
    switch event {
    case .head(let stream, let lines, let endsStream):
      streams[stream]?.take(lines, isTrailer: false)
      if endsStream { complete(stream) }
    case .trailers(let stream, let lines): streams[stream]?.take(lines, isTrailer: true)
    case .body(let stream, let octets): streams[stream]?.take(body: octets)
    case .complete(let stream): complete(stream)
    case .closed(let stream, let code):
      // "The RST_STREAM frame fully terminates the referenced stream" (RFC 9113 6.4).
      bodies[stream] = nil
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
    case .answered, .complaint: break
    }
  }

  /// A response is complete; some of the request's body may not be sent yet.
  private func complete(_ stream: Int32) {
    let isSending = bodies[stream].map { !$0.isAtEnd } ?? false
    if isSending, !isAtProxy, faults.has(.responseLostByStreamReset) { return }
    streams[stream]?.complete()
  }

  private static let cancelled: UInt32 = 8
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
