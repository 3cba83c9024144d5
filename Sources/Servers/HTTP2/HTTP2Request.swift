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

  /// The lines as they would be written, for people.
  var raw: Octets { lines.text }

  /// The head of the request at that kind of server, with TLS or without.
  func head(at kind: ServerKind, isSecure: Bool) -> Head {
    var fields = FieldSection()
    fields.reserveCapacity(lines: lines.count + 1, octets: 512)
    let host = lines.first("host")
    let cookies = lines.count(of: "cookie") > 1 ? lines.values(of: "cookie") : []
    let authority = lines.first(":authority")
    // "An intermediary that converts a request from HTTP/2 to HTTP/1.1 MUST set the Host header
    // field from the :authority" (RFC 9113 8.3.1).
    if let named = authority ?? host { fields.append("host", named) }
    var hasCookie = false
    for index in lines.indices
    where !lines.beginsLine(index, with: 0x3A) && !lines.isLine(index, named: "host") {
      guard !cookies.isEmpty, lines.isLine(index, named: "cookie") else {
        fields.append(index, of: lines)
        continue
      }
      // "If there are multiple Cookie header fields after decompression, these MUST be concatenated
      // into a single octet string using the two-octet delimiter of 0x3b, 0x20" (RFC 9113 8.2.3).
      if !hasCookie { fields.append("cookie", HTTP2Request.joined(cookies)) }
      hasCookie = true
    }
    let method = lines.first(":method") ?? ""
    var head = Head(
      request: RequestHead(
        method: method, target: target(method, authority, kind, isSecure),
        version: HTTP2Request.version,
        fields: fields))
    // "A server SHOULD treat a request as malformed if it contains a Host header field that
    // identifies an entity that differs from the entity in the ":authority" pseudo-header field."
    // (RFC 9113 8.3.1)
    if let authority, let host, host != authority {
      head.complaint = "The Host \(host) is not the :authority \(authority)."
    }
    return head
  }

  /// The request-target: absolute-form at a proxy, authority-form for CONNECT (RFC 9112 3.2). Another
  /// scheme than the connection's is absolute-form at an origin server as well: origin-form would be
  /// for a URL with the scheme of the connection (RFC 9112 3.3).
  private func target(
    _ method: Octets, _ authority: Octets?, _ kind: ServerKind, _ isSecure: Bool
  ) -> Octets {
    let path = lines.first(":path") ?? ""
    guard let authority else { return path }
    if method == "CONNECT" { return authority }
    guard let scheme = lines.first(":scheme"),
      kind == .proxy || scheme != (isSecure ? "https" : "http")
    else { return path }
    return Octets(scheme.array + Array("://".utf8) + authority.array + path.array)
  }

  private static func joined(_ cookies: [Octets]) -> Octets {
    Octets(Array(cookies.map(\.array).joined(separator: Array("; ".utf8))))
  }
}
