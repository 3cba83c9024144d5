// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// `true` if the host of a URL has characters outside ASCII.
  static func hasUnicodeHost(_ url: Template) -> Bool {
    RequestURL.authority(of: RequestURL.sample(of: url))?.unicodeScalars
      .contains { !$0.isASCII && !RequestURL.isMark($0) } ?? false
  }

  /// The URL of a request to a server of the case. Any other text could be an option of a client's
  /// command, or lead to another machine.
  func url(_ node: YAMLNode) -> Template? {
    guard let url = template(node, "a URL") else { return nil }
    let text = RequestURL.sample(of: url)
    guard let authority = RequestURL.authority(of: text) else {
      report(
        node, "url: is an absolute URL of http, https, ws or wss, and this is not one",
        hint: "as in url: \"${origin.url}/report\"")
      return nil
    }
    guard RequestURL.leadsHere(authority, named: authorities) else {
      report(
        node, "url: leads to no server of this case",
        hint: "its host and port are those of a server, "
          + "as in \"http://user@${origin.authority}/report\"")
      return nil
    }
    return url
  }
}

/// The parts of a URL in which private-use characters stand for the addresses of servers.
private enum RequestURL {
  private static let host: Character = "\u{E000}"
  private static let port: Character = "\u{E001}"
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    host.unicodeScalars.contains(scalar) || port.unicodeScalars.contains(scalar)
  }
  private static let schemes: Set<String> = ["http", "https", "ws", "wss"]

  /// The text with private-use characters in place of addresses.
  static func sample(of template: Template) -> String {
    template.pieces.reduce(into: "") { text, piece in
      switch piece {
      case .literal, .repetition: text += piece.octets.map { $0.utf8 ?? $0.latin1 } ?? ""
      case .serial: text += "1"
      case .address(_, .url): text += "http://\(host):\(port)"
      case .address(_, .authority): text += "\(host):\(port)"
      case .address(_, .host): text.append(host)
      case .address(_, .port): text.append(port)
      }
    }
  }

  /// The host and port (RFC 3986 3.2), in lower case; `nil` if the URL is not absolute.
  static func authority(of text: String) -> String? {
    guard let start = text.firstRange(of: "://"),
      schemes.contains(text[..<start.lowerBound].lowercased())
    else { return nil }
    // A backslash ends the authority for some clients.
    let authority = text[start.upperBound...].prefix { !"/?#\\".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.isEmpty ? nil : host.lowercased()
  }

  /// `true` if an authority is the address or the name of a server of the case, or a name or
  /// address of this machine with the port of a server.
  static func leadsHere(_ authority: String, named: Set<String>) -> Bool {
    if named.contains(authority)
      || named.contains(where: { authority == "\($0):80" || authority == "\($0):443" })
    {
      return true
    }
    guard authority.last == port, authority.dropLast().last == ":" else { return false }
    var name = String(authority.dropLast(2))
    // RFC 1034 3.1: a name may end in a dot.
    if name.last == "." { name.removeLast() }
    // RFC 5890 2.3.2.1: U-labels stand for A-labels.
    if !name.contains(host) { name = InternationalName.aLabels(of: name) ?? name }
    return name == String(host) || isOfThisMachine(name)
      || named.contains { $0 == name || $0.hasPrefix("\(name):") }
  }

  /// RFC 6761 6.3: names below localhost; RFC 1122 3.2.1.3 and RFC 4291 2.5.3: loopback addresses.
  private static func isOfThisMachine(_ name: String) -> Bool {
    if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
