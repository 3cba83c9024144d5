// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The header sections of HTTP/2 messages (RFC 9113 8.2, 8.3).
enum HTTP2Head {
  /// The header section of a request, from the lines that it has in HTTP/1.1.
  static func request(
    _ writer: RequestWriter, on route: Route, scheme: String, _ faults: FaultSet
  ) -> FieldSection {
    let origin = route.last ?? route.first
    var authority: Octets?
    var fields = FieldSection()
    for line in writer.lines {
      if line.name.equalsIgnoringCase("Host") {
        // "Clients that generate HTTP/2 requests directly MUST use the ":authority" pseudo-header
        // field to convey authority information, unless there is no authority information to
        // convey" (RFC 9113 8.3.1).
        authority = authority ?? line.value
        if line.value != Octets(origin.authority), faults.has(.hostBesideAuthority) {
          authority = Octets(origin.authority)
          fields.append("host", line.value)
        }
        continue
      }
      if line.name.equalsIgnoringCase("Cookie"), let first = crumbs(line.value, faults) {
        for crumb in first { fields.append("cookie", crumb) }
        continue
      }
      // "An endpoint MUST NOT generate an HTTP/2 message containing connection-specific header
      // fields." (RFC 9113 8.2.2)
      if isOfConnections(line), !faults.has(.connectionFieldOverHTTP2) { continue }
      // "Field names MUST be converted to lowercase when constructing an HTTP/2 message." (RFC 9113
      // 8.2): the library does that, too.
      fields.append(line.name.asciiLowercased, line.value)
    }
    var lines = FieldSection()
    lines.append(":method", writer.method)
    // "The ":scheme" and ":path" pseudo-header fields MUST be omitted." (RFC 9113 8.5)
    if writer.method != "CONNECT" || faults.has(.connectWithPathOverHTTP2) {
      var target = (
        scheme: faults.alter(scheme, .schemeOfClearURLs) { _ in "http" }, path: writer.target
      )
      if case .forwarded = route { target = split(writer.target, scheme, faults) }
      lines.append(":scheme", Octets(target.scheme))
      lines.append(":path", Octets(target.path))
    } else {
      // "The ":authority" pseudo-header field contains the host and port to connect to (equivalent
      // to the authority-form of the request-target of CONNECT requests" (RFC 9113 8.5).
      authority = faults.alter(authority, .connectWithoutPortOverHTTP2) { named in
        named.map { Octets($0.bytes.prefix { $0 != UInt8(ascii: ":") }) }
      }
    }
    if let authority { lines.append(":authority", authority) }
    for line in fields { lines.append(line.name, line.value) }
    return lines
  }

  /// The scheme and the path of an absolute-form, for a proxy that forwards the request.
  ///
  /// "The ":scheme" pseudo-header field includes the scheme portion of the request target." (RFC
  /// 9113 8.3.1)
  private static func split(
    _ target: String, _ scheme: String, _ faults: FaultSet
  ) -> (scheme: String, path: String) {
    let parts = target.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return (scheme, target) }
    let own = faults.alter(String(parts[0].dropLast()), .schemeOfProxyOverHTTP2) { _ in scheme }
    return (own, "/" + parts[3])
  }

  /// "the Cookie header field MAY be split into separate header fields, each with one or more
  /// cookie-pairs" (RFC 9113 8.2.3). `nil` if it is not.
  private static func crumbs(_ value: Octets, _ faults: FaultSet) -> [Octets]? {
    let pairs = value.bytes.split(separator: UInt8(ascii: ";"))
    guard pairs.count > 1 else { return nil }
    let crumbs = pairs.map { Octets($0.drop { $0 == 0x20 }) }
    if faults.has(.laterCookiesLostOverHTTP2) { return [crumbs[0]] }
    return faults.takes(.cookiesInCrumbs) ? crumbs : nil
  }

  private static func isOfConnections(_ line: (name: Octets, value: Octets)) -> Bool {
    let name = line.name
    // "The only exception to this is the TE header field, which MAY be present […]; when it is, it
    // MUST NOT contain any value other than "trailers"." (RFC 9113 8.2.2)
    if name.equalsIgnoringCase("TE") { return !line.value.equalsIgnoringCase("trailers") }
    return name.equalsIgnoringCase("Connection") || name.equalsIgnoringCase("Proxy-Connection")
      || name.equalsIgnoringCase("Keep-Alive") || name.equalsIgnoringCase("Transfer-Encoding")
      || name.equalsIgnoringCase("Upgrade")
  }

  /// The head of a response; `nil` if it has no status.
  static func response(_ lines: FieldSection) -> ResponseHead? {
    guard let status = lines.first(":status").flatMap({ Int($0.latin1) }) else { return nil }
    var head = ResponseHead(version: "HTTP/2", status: status)
    for line in lines where line.name.bytes.first != UInt8(ascii: ":") {
      head.fields.append(line.name, line.value)
    }
    return head
  }
}
