// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The parts of an http or https URL (RFC 9110 4.2.1, 4.2.2).
struct WebAddress: Hashable, Sendable {
  /// userinfo = user [ ":" password ], percent-decoded.
  struct Userinfo: Hashable, Sendable {
    var user: Octets
    var password: Octets?
  }

  /// The origin server.
  var origin: Origin
  /// The user information, if there is any.
  var userinfo: Userinfo?
  /// The host with its spelling in the URL; empty if there is no URL.
  var hostAsWritten = ""
  /// `true` if the URL has an explicit port.
  var isPortWritten = false
  /// Path and query as sent on the wire.
  var target: String

  /// The path without the query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// Makes an address from an origin, a path and a query.
  init(origin: Origin, target: String) {
    self.origin = origin
    self.target = target
  }

  /// Parses a URL: `scheme "://" authority path [ "?" query ] [ "#" fragment ]`.
  ///
  /// With `opensWebSocket` ws and wss stand for http and https: "ws-URI = "ws:" "//" host [ ":"
  /// port ] path [ "?" query ]" (RFC 6455 3).
  init(_ text: String, opensWebSocket: Bool = false) throws(AddressError) {
    let octets = Array(text.utf8)
    guard !octets.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw .controlCharacter
    }
    guard let colon = octets.firstIndex(of: UInt8(ascii: ":")),
      octets[(colon + 1)...].starts(with: "//".utf8)
    else { throw .notAbsolute }
    var scheme = String(decoding: octets[..<colon].map(\.asciiLowercased), as: UTF8.self)
    if opensWebSocket, scheme == "ws" || scheme == "wss" { scheme = "http" + scheme.dropFirst(2) }
    guard scheme == "http" || scheme == "https" else { throw .unknownScheme }
    let rest = octets[(colon + 3)...]
    let end =
      rest.firstIndex {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
      } ?? rest.endIndex
    let authority = try Authority(rest[..<end], usualPort: scheme == "https" ? 443 : 80)
    origin = Origin(scheme: scheme, host: authority.host, port: authority.port)
    userinfo = authority.userinfo
    hostAsWritten = authority.hostAsWritten
    isPortWritten = authority.isPortWritten
    target = WebAddress.target(rest[end...])
  }

  /// The address for a client that treats another spelling as another origin: faults.
  func spelled(_ faults: FaultSet) -> WebAddress {
    var spelled = self
    // "If the port is equal to the default port for a scheme, the normal form is to omit the port"
    // (RFC 9110 4.2.3)
    if isPortWritten, origin.port == 80, faults.has(.defaultPortIsAnotherOrigin) {
      spelled.origin.spelling += ":80"
    }
    return spelled
  }

  /// Path and query without the fragment. Characters that a request-target may not contain are
  /// percent-encoded (RFC 3986 2.1).
  static func target(_ octets: ArraySlice<UInt8>) -> String {
    var text = ""
    let kept = octets.prefix { $0 != UInt8(ascii: "#") }
    if kept.first != UInt8(ascii: "/") { text = "/" }
    for octet in kept {
      if isTargetCharacter(octet) {
        text.unicodeScalars.append(Unicode.Scalar(octet))
      } else {
        let digits = String(octet, radix: 16, uppercase: true)
        text += octet < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }

  private static func isTargetCharacter(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
  }
}
