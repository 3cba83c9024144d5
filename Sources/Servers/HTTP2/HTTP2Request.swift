// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The header section of a request in HTTP/2, pseudo-header fields included.
struct HTTP2Request: Equatable {
  /// The stream that it opens.
  var stream: Int32
  /// Its lines, in order.
  var lines: FieldSection
  /// No body follows.
  var isComplete: Bool

  /// The version in a recording.
  static let version: Octets = "HTTP/2"

  /// The head that a gateway would make of it for HTTP/1.1.
  struct Head {
    var request: RequestHead
    /// Why it is malformed, as a sentence.
    var complaint: String?
  }

  /// The pseudo-header fields of requests (RFC 9113 8.3.1).
  private struct Pseudo {
    var method: Octets?
    var scheme: Octets?
    var authority: Octets?
    var path: Octets?

    mutating func take(_ line: FieldSection.Line) {
      if line.name.matches(":method") { method = line.value }
      if line.name.matches(":scheme") { scheme = line.value }
      if line.name.matches(":authority") { authority = line.value }
      if line.name.matches(":path") { path = line.value }
    }
  }

  /// The lines as they would be written, for people.
  var raw: Octets {
    var octets: [UInt8] = []
    for line in lines {
      octets += line.name.bytes
      octets += ": ".utf8
      octets += line.value.bytes
      octets += "\r\n".utf8
    }
    return Octets(octets)
  }

  /// The head of the request at that kind of server.
  func head(at kind: ServerKind) -> Head {
    var pseudo = Pseudo()
    var fields = FieldSection()
    fields.reserveCapacity(lines: lines.count + 1, octets: 512)
    var host: Octets?
    var cookies: [Octets] = []
    for line in lines {
      if line.name.bytes.first == 0x3A { pseudo.take(line) }
      if line.name.matches("host") { host = host ?? line.value }
      if line.name.matches("cookie") { cookies.append(line.value) }
    }
    let authority = pseudo.authority
    // "An intermediary that converts a request from HTTP/2 to HTTP/1.1 MUST set the Host header
    // field from the :authority" (RFC 9113 8.3.1).
    if let named = authority ?? host { fields.append("host", named) }
    var hasCookie = false
    for line in lines where line.name.bytes.first != 0x3A && !line.name.matches("host") {
      guard cookies.count > 1, line.name.matches("cookie") else {
        fields.append(line.name, line.value)
        continue
      }
      // "If there are multiple Cookie header fields after decompression, these MUST be concatenated
      // into a single octet string using the two-octet delimiter of 0x3b, 0x20" (RFC 9113 8.2.3).
      if !hasCookie { fields.append("cookie", HTTP2Request.joined(cookies)) }
      hasCookie = true
    }
    let method = pseudo.method ?? ""
    var head = Head(
      request: RequestHead(
        method: method, target: target(method, pseudo, kind), version: HTTP2Request.version,
        fields: fields))
    // "A server SHOULD treat a request as malformed if it contains a Host header field that
    // identifies an entity that differs from the entity in the ":authority" pseudo-header field."
    // (RFC 9113 8.3.1)
    if let authority, let host, host != authority {
      head.complaint = "The Host \(host) is not the :authority \(authority)."
    }
    return head
  }

  /// The request-target: absolute-form at a proxy, authority-form for CONNECT (RFC 9112 3.2).
  private func target(
    _ method: Octets, _ pseudo: Pseudo, _ kind: ServerKind
  ) -> Octets {
    let path = pseudo.path ?? ""
    guard let authority = pseudo.authority else { return path }
    if method == "CONNECT" { return authority }
    guard kind == .proxy, let scheme = pseudo.scheme else { return path }
    return Octets(scheme.array + Array("://".utf8) + authority.array + path.array)
  }

  private static func joined(_ cookies: [Octets]) -> Octets {
    Octets(Array(cookies.map(\.array).joined(separator: Array("; ".utf8))))
  }
}
