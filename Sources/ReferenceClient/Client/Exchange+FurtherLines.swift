// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Optional header fields. All of them are variants.
extension Exchange {
  /// Writes the fields that the caller has not set.
  func writeFurtherLines(
    to writer: inout RequestWriter, on connection: Connection, isConnect: Bool = false
  ) {
    func add(_ name: Octets, _ value: Octets, _ variant: Variant.Name) {
      if !writer.has(name), faults.takes(variant) { writer.append(name, value) }
    }
    add("User-Agent", "reference/1 (a variant)", .sendsUserAgent)
    add("Date", "Sun, 06 Nov 1994 08:49:37 GMT", .sendsDate)
    add("Accept-Encoding", "identity", .sendsAcceptEncoding)
    add("Accept-Language", "en", .sendsAcceptLanguage)
    if let referrer = hop.referrer {
      if mayName(referrer) { add("Referer", Octets(referrer), .sendsReferer) }
      if !mayName(referrer), faults.has(.refererInClear) {
        writer.append("Referer", Octets(referrer))
      }
    }
    if connection.route.proxy != nil, !isInTunnel(connection) {
      add("Proxy-Connection", "keep-alive", .sendsProxyConnection)
    }
    if !isConnect { writeConnectionOptions(to: &writer) }
  }

  private func isInTunnel(_ connection: Connection) -> Bool {
    if case .tunnel = connection.route { connection.isTunnelOpen } else { false }
  }

  /// Connection = #connection-option, in one line (RFC 9110 7.6.1).
  private func writeConnectionOptions(to writer: inout RequestWriter) {
    guard !writer.has("Connection") else { return }
    var options: [String] = []
    if !writer.has("TE"), faults.takes(.sendsTE) {
      writer.append("TE", "trailers")
      options.append("TE")
    }
    if !writer.has("Upgrade"), faults.takes(.sendsUpgrade) {
      writer.append("Upgrade", "example/1")
      options.append("Upgrade")
    }
    if connection?.logins.isEmpty ?? true, faults.takes(.sendsClose) {
      options.append("close")
    } else if faults.takes(.sendsKeepAlive) {
      options.append("keep-alive")
    }
    if !options.isEmpty {
      writer.append("Connection", Octets(options.joined(separator: ", ")))
    }
  }
}
