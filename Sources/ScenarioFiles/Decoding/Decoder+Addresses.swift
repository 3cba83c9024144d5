// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The host of an origin server in URLs, without a port.
  func hostName(_ node: YAMLNode, of server: String, _ kind: ServerKind) -> String? {
    guard let text = words(node, "a host") else { return nil }
    guard isForOrigins(node, "name", of: server, kind) else { return nil }
    // A name that begins with a letter is not an IPv4 address (RFC 3986 3.2.2).
    guard text.utf8.allSatisfy(Self.isHostOctet), text.utf8.first?.isASCIILetter == true else {
      report(
        node, "\(shown(node)) is not the name of a host",
        hint: "as in name: first.test, in small letters and without a port")
      return nil
    }
    return text
  }

  private func isForOrigins(
    _ node: YAMLNode, _ key: String, of server: String, _ kind: ServerKind
  ) -> Bool {
    if kind == .origin { return true }
    report(
      node, "\"\(server)\" is a proxy, which clients find by its address",
      hint: "\(key): is for origin servers")
    return false
  }

  /// The authority of an origin server in URLs: `host` or `host:port`, without user information.
  ///
  /// RFC 3986 3.2.2: reg-name = *( unreserved / pct-encoded / sub-delims ). Only the octets of host
  /// names are allowed, and in brackets those of IPv6 addresses with a zone (RFC 6874 2).
  func authority(_ node: YAMLNode, of server: String, _ kind: ServerKind) -> String? {
    guard let text = words(node, "a host, or host:port") else { return nil }
    guard isForOrigins(node, "authority", of: server, kind) else { return nil }
    let isBracketed = text.utf8.first == 0x5B
    let end =
      isBracketed
      ? text.utf8.firstIndex(of: 0x5D).map { text.utf8.index(after: $0) }
      : text.utf8.firstIndex(of: 0x3A) ?? text.utf8.endIndex
    guard let end, end > text.startIndex,
      text.utf8[..<end].allSatisfy({
        Self.isHostOctet($0) || (isBracketed && [0x25, 0x3A, 0x5B, 0x5D].contains($0))
      }),
      end == text.endIndex
        || (text.utf8[end] == 0x3A && UInt16(String(text[end...].dropFirst())) != nil)
    else {
      report(
        node, "\(shown(node)) is not a host, or host:port", hint: "as in authority: one.test")
      return nil
    }
    return text
  }

  static func isHostOctet(_ octet: UInt8) -> Bool {
    (0x61...0x7A).contains(octet) || octet.isASCIIDigit || octet == 0x2D || octet == 0x2E
  }

  /// Reports servers that cannot be told apart by address, port, name or scheme, and wrong `host:`
  /// and `port:`.
  func checkAddresses(_ servers: [ServerDefinition], _ node: YAMLNode?) {
    var spans: [String: SourceSpan] = [:]
    if case .mapping(let entries)? = node?.content {
      for entry in entries { spans[entry.name] = entry.nameSpan }
    }
    for (index, server) in servers.enumerated() {
      let span = spans[server.name] ?? .beginning
      checkOwner(of: server, \.sameHostAs, of: "address", "host", among: servers, span)
      checkOwner(of: server, \.samePortAs, of: "port", "port", among: servers, span)
      if server.isIPv6, server.sameHostAs != nil {
        collector.report(
          span, "\"\(server.name)\" has two addresses",
          hint: "address: ipv6 is [::1] for all servers, so that none needs host:")
      }
      if server.hostName != nil, server.authority != nil {
        collector.report(
          span, "\"\(server.name)\" has two names",
          hint: "name: goes with the port that it listens on, authority: says the port")
      }
      for other in servers[..<index] where other.portOwner == server.portOwner {
        let (later, earlier) =
          spans[server.name] == nil ? (other.name, server.name) : (server.name, other.name)
        let what: String
        let hint: String
        if other.addressOwner == server.addressOwner {
          guard let trouble = obstacle(between: other, and: server) else { continue }
          what = "address"
          hint = trouble
        } else if let name = server.hostName, other.hostName == name {
          what = "name"
          hint = "URLs cannot tell them apart: give one of them another name"
        } else {
          continue
        }
        collector.report(
          spans[later] ?? .beginning, "\"\(later)\" has the \(what) and the port of \"\(earlier)\"",
          hint: hint)
      }
    }
  }

  /// A hint why two servers cannot share an address and a port; `nil` if they can. The first octet
  /// of a connection (RFC 8446 5.1), the name in the handshake (RFC 6066 3) or Host (RFC 9110 7.2)
  /// then shows which of the two a request is for.
  private func obstacle(
    between one: ServerDefinition, and other: ServerDefinition
  ) -> String? {
    if one.isIPv6 || one.kind == .proxy || other.kind == .proxy {
      return "of servers that share a port each has an address of its own"
    }
    if (one.tls == nil) == (other.tls == nil), one.nameInURLs == other.nameInURLs {
      return "URLs cannot tell them apart: give one of them another name, or tls"
    }
    if one.isHTTP10 != other.isHTTP10 || one.speaksHTTP2 != other.speaksHTTP2 {
      return "both need the same http:"
    }
    if let tls = one.tls, let others = other.tls, !tls.hasSameHandshake(as: others) {
      return "one handshake is for both: they may differ in certificates alone"
    }
    return nil
  }

  /// Reports `handshake:` for a server that shares address and port with an earlier server with
  /// TLS, because only the rules of the first one are played.
  func checkHandshakes(_ steps: [Step], _ servers: [ServerDefinition], at span: SourceSpan?) {
    let tlsServers = servers.filter { $0.tls != nil }
    for (index, server) in tlsServers.enumerated() {
      let first = tlsServers[..<index].first {
        $0.portOwner == server.portOwner && $0.addressOwner == server.addressOwner
      }
      guard let first, steps.contains(where: { $0.handshakes[server.name] != nil }) else {
        continue
      }
      collector.report(
        span ?? .beginning,
        "\"\(server.name)\" is at the address and the port of \"\(first.name)\", "
          + "whose handshakes are those of both",
        hint: "handshake: { \(first.name): … }")
    }
  }

  /// Reports `host:` or `port:` that names the server itself, or a server that has that key too.
  private func checkOwner(
    of server: ServerDefinition, _ owner: KeyPath<ServerDefinition, String?>, of what: String,
    _ key: String, among servers: [ServerDefinition], _ span: SourceSpan
  ) {
    guard let name = server[keyPath: owner] else { return }
    let isOwn = name == server.name
    let isShared = servers.contains { $0.name == name && $0[keyPath: owner] != nil }
    guard isOwn || isShared else { return }
    collector.report(
      span,
      isOwn
        ? "the server \"\(name)\" cannot share its own \(what)"
        : "\"\(server.name)\" shares the \(what) of \"\(name)\", which has none of its own",
      hint: "\(key): names a server that has no \(key): itself")
  }
}
