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

  /// The head for HTTP/1.1 that a gateway would make of it.
  struct Head {
    var request: RequestHead
    /// The reason why it is malformed, as a sentence.
    var complaint: String?
  }

  /// The lines as text, for people.
  var raw: Octets { lines.text }

  /// The head of the request at a server of that kind, with TLS or without.
  func head(at kind: ServerKind, isSecure: Bool) -> Head {
    let parts = Parts(of: lines)
    var fields = lines
    fields.removeLines {
      lines.beginsLine($0, with: 0x3A)
        || (parts.host != nil && lines.isLine($0, named: "host"))
        || (parts.cookies > 1 && lines.isLine($0, named: "cookie"))
    }
    // "An intermediary that converts a request from HTTP/2 to HTTP/1.1 MUST set the Host header
    // field from the :authority" (RFC 9113 8.3.1).
    if let named = parts.authority ?? parts.host { fields.insertFirst("host", named) }
    // "If there are multiple Cookie header fields after decompression, these MUST be concatenated
    // into a single octet string using the two-octet delimiter of 0x3b, 0x20" (RFC 9113 8.2.3).
    if parts.cookies > 1 {
      fields.append("cookie", HTTP2Request.joined(lines.values(of: "cookie")))
    }
    var head = Head(
      request: RequestHead(
        method: parts.method, target: parts.target(at: kind, isSecure: isSecure),
        version: HTTP2Request.version, fields: fields))
    // "A server SHOULD treat a request as malformed if it contains a Host header field that
    // identifies an entity that differs from the entity in the ":authority" pseudo-header field."
    // (RFC 9113 8.3.1)
    if let authority = parts.authority, let host = parts.host, host != authority {
      head.complaint = "The Host \(host) is not the :authority \(authority)."
    }
    return head
  }

  private static func joined(_ cookies: [Octets]) -> Octets {
    Octets(Array(cookies.map(\.array).joined(separator: Array("; ".utf8))))
  }
}

extension HTTP2Request {
  /// The lines that a head in HTTP/1.1 has elsewhere: the pseudo-header fields (RFC 9113 8.3.1),
  /// the host, and cookies.
  private struct Parts {
    private(set) var method = Octets()
    private(set) var authority: Octets?
    private(set) var host: Octets?
    /// The number of cookie lines.
    private(set) var cookies = 0
    private var path = Octets()
    private var scheme: Octets?

    init(of lines: FieldSection) {
      for index in lines.indices {
        if !lines.beginsLine(index, with: 0x3A) {
          if lines.isLine(index, named: "host") {
            host = host ?? lines.value(at: index)
          } else if lines.isLine(index, named: "cookie") {
            cookies += 1
          }
        } else if lines.isLine(index, named: ":method") {
          method = lines.value(at: index)
        } else if lines.isLine(index, named: ":path") {
          path = lines.value(at: index)
        } else if lines.isLine(index, named: ":authority") {
          authority = lines.value(at: index)
        } else if lines.isLine(index, named: ":scheme") {
          scheme = lines.value(at: index)
        }
      }
    }

    /// The request-target: absolute-form at a proxy, authority-form for CONNECT (RFC 9112 3.2).
    /// Another scheme than the connection's is absolute-form at an origin server as well:
    /// origin-form would be for a URL with the scheme of the connection (RFC 9112 3.3).
    func target(at kind: ServerKind, isSecure: Bool) -> Octets {
      guard let authority else { return path }
      if method.equals("CONNECT") { return authority }
      guard let scheme, kind == .proxy || !scheme.equals(isSecure ? "https" : "http") else {
        return path
      }
      return Octets(scheme.array + Array("://".utf8) + authority.array + path.array)
    }
  }
}
