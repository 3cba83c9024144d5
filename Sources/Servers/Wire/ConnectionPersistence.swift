// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// What a request says about its connection.
struct ConnectionPersistence: OptionSet {
  let rawValue: UInt8

  /// The connection may be used again.
  static let isPersistent = ConnectionPersistence(rawValue: 1)
  /// The reply says so, because the client speaks HTTP/1.0, where persistence is not the default.
  static let saysKeepAlive = ConnectionPersistence(rawValue: 2)

  /// - "If the "close" connection option is present […], the connection will not persist"
  /// - "If the received protocol is HTTP/1.1 (or later), the connection will persist"
  /// - "If the received protocol is HTTP/1.0, the "keep-alive" connection option is present […],
  ///   the connection will persist" (RFC 9112 9.3)
  static func of(_ request: RequestHead, isHTTP10: Bool) -> ConnectionPersistence {
    let isOld = isHTTP10 || request.version.equals("HTTP/1.0")
    guard request.fields.has("Connection") else { return isOld ? [] : .isPersistent }
    let options = request.fields.values(of: "Connection" as StaticString)
    if options.contains(where: { has("close", in: $0) }) { return [] }
    if !isOld { return .isPersistent }
    let isAskedFor = options.contains { has("keep-alive", in: $0) }
    return isAskedFor ? [.isPersistent, .saysKeepAlive] : []
  }

  ///     Connection = [ connection-option *( OWS "," OWS connection-option ) ]
  private static func has(_ option: Octets, in value: Octets) -> Bool {
    value.bytes.split(separator: 0x2C).contains { member in
      let trimmed = member.drop { $0.isWhiteSpace }
      guard trimmed.count >= option.count else { return false }
      return Octets(trimmed.prefix(option.count)).equalsIgnoringCase(option)
        && trimmed.dropFirst(option.count).allSatisfy(\.isWhiteSpace)
    }
  }
}
