// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// The replies that a back end cannot play.
package enum BackEndLimits {
  /// The most octets in the head of a response of libmicrohttpd: without and with `hasLargeHeads`.
  static let head = 1 << 12
  static let largeHead = 3 << 19

  /// The reason why a back end cannot play a reply octet for octet as the wire server does, as a
  /// sentence; `nil` if it can. The wire server plays every reply.
  ///
  /// Two limits depend on the request and are not covered. libmicrohttpd cannot play some replies
  /// to HEAD and CONNECT; that is recorded as a fault. To a client that sends `Connection: close`,
  /// or speaks HTTP/1.0, it sends `Connection` even if it is to close silently.
  package static func whatCannotBePlayed(
    _ reply: Reply, by backEnd: BackEnd, isHTTP10: Bool,
    hasLargeHeads: Bool = false
  ) -> String? {
    switch backEnd {
    case .wire: return nil
    case .microhttpd: break
    }
    if !reply.interim.isEmpty {
      return "libmicrohttpd sends no interim responses but 100 (Continue)."
    }
    // It closes with octets unread, which is a reset, and may cost the client the response (RFC
    // 9112 9.6).
    if reply.isEarly {
      return "libmicrohttpd closes the connection after a response before the request's body."
    }
    if reply.trickle != nil { return "libmicrohttpd sends a response as fast as it can." }
    switch reply.afterwards {
    case .reset: return "libmicrohttpd does not reset connections."
    case .stall: return "libmicrohttpd does not leave a connection alone."
    case .truncate: return "libmicrohttpd ends TLS in order."
    case .streamReset: return "libmicrohttpd sends no frames of HTTP/2."
    case .keep, .close, .closeSilently: break
    }
    switch reply.content {
    case .raw: return "libmicrohttpd sends well-formed responses only."
    case .tunnel: return "libmicrohttpd sends no 2xx response to CONNECT."
    case .webSocket: return "libmicrohttpd opens no websockets here."
    case .streamEnd: return "libmicrohttpd sends no frames of HTTP/2."
    case .nothing:
      return reply.afterwards == .keep ? "libmicrohttpd answers every request." : nil
    case .response(let response):
      return refusal(
        response, reply, isHTTP10: isHTTP10, headLimit: hasLargeHeads ? largeHead : head)
    }
  }

  /// Why HTTP/2 cannot send a reply, as a sentence; `nil` if it can.
  package static func whatHTTP2CannotSend(_ reply: Reply) -> String? {
    switch reply.content {
    case .raw: return "HTTP/2 sends frames, not raw octets."
    case .webSocket: return "The handshake of a websocket is one of HTTP/1.1."
    case .nothing, .tunnel, .streamEnd: return nil
    case .response(let response):
      if response.head.version != ResponseHead.http11 {
        return "HTTP/2 has no version in a response."
      }
      // "HTTP/2 does not define a way to carry the version or reason phrase that is included in an
      // HTTP/1.1 status line." (RFC 9113 8.3.2)
      if !response.head.reason.isEmpty { return "HTTP/2 has no reason phrase." }
      if response.framing == .untilClose {
        return "HTTP/2 ends a body by a flag, not by the end of the connection."
      }
      return nil
    }
  }

  private static func refusal(
    _ response: Reply.Response, _ reply: Reply, isHTTP10: Bool, headLimit: Int
  ) -> String? {
    let head = response.head
    guard (200...999).contains(head.status) else {
      return "libmicrohttpd sends no final response of status \(head.status)."
    }
    if !head.version.equals("HTTP/1.1"), !head.version.equals("HTTP/1.0") {
      return "libmicrohttpd sends HTTP/1.1 and HTTP/1.0, not \(head.version)."
    }
    if !head.reason.isEmpty, !ReasonPhrase.isUsual(head.reason.bytes, for: head.status) {
      return "libmicrohttpd sends the usual reason phrases only."
    }
    var octets = 0
    for line in head.fields {
      octets += line.name.count + line.value.count + 4
      if let refusal = refusal(line) { return refusal }
    }
    if head.fields.count(of: "Date") > 1 { return "libmicrohttpd sends one Date only." }
    if octets > headLimit {
      return "libmicrohttpd has \(headLimit) octets for the head of a response here."
    }
    let isOld = isHTTP10 || head.version.equals("HTTP/1.0")
    if isOld, reply.afterwards == .closeSilently {
      return "libmicrohttpd says with HTTP/1.0 what becomes of the connection."
    }
    switch response.framing {
    case .length: return nil
    case .untilClose:
      return reply.afterwards == .closeSilently
        ? "libmicrohttpd says Connection: close where the end of a body is told by closing." : nil
    case .chunked(let trailers):
      if isOld { return "libmicrohttpd uses no chunked transfer coding with HTTP/1.0." }
      for line in trailers { if let refusal = refusal(line) { return refusal } }
      return nil
    }
  }

  private static func refusal(_ line: FieldSection.Line) -> String? {
    if line.name.matches("Connection") { return "libmicrohttpd sets Connection itself." }
    if line.name.matches("Content-Length") { return "libmicrohttpd sets Content-Length itself." }
    if line.name.matches("Transfer-Encoding") {
      return "libmicrohttpd sets Transfer-Encoding itself."
    }
    if line.name.isEmpty || line.name.contains(where: { !$0.isTokenCharacter }) {
      return "libmicrohttpd sends no field name \(line.name)."
    }
    if line.value.isEmpty { return "libmicrohttpd sends no empty field values." }
    if [0x00, 0x0A, 0x0D].contains(where: { line.value.bytes.contains(octet: $0) }) {
      return "libmicrohttpd sends no NUL, CR or LF in a field value."
    }
    return nil
  }
}
