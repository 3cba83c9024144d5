// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The addresses of a case's servers, for the placeholders of templates.
package struct AddressBook: Sendable {
  private let servers: [Recording.Server]

  package init(_ servers: [Recording.Server]) { self.servers = servers }

  /// The index of a server by name; a case has few servers.
  private func place(of name: String) -> Int? {
    servers.indices.first { servers[$0].configuration.name == name }
  }

  /// The origin server that a request-target names; `nil` if it names none.
  package func origin(meantBy target: TargetForm) -> Int? {
    target.authority.flatMap { authority in
      server(meantBy: authority, isSecure: target.isSecure) { $0.configuration.kind == .origin }
    }
  }

  /// The server that an authority names. A server of exactly that name comes before one whose name
  /// lacks the dot at the end. User information is ignored (RFC 9110 4.2.4). If the scheme is
  /// known, a server of that scheme comes first: `http://one.test` and `https://one.test` are two
  /// servers.
  func server(
    meantBy authority: Octets, isSecure: Bool? = nil,
    where isWanted: (Recording.Server) -> Bool = { _ in true }
  ) -> Int? {
    let at = authority.bytes.lastIndex(of: 0x40)
    let authority = at.map { Octets(authority.bytes[($0 + 1)...]) } ?? authority
    if let isSecure,
      let fitting = servers.firstIndex(where: {
        ($0.configuration.tls != nil) == isSecure && $0.isMeant(by: authority) && isWanted($0)
      })
    {
      return fitting
    }
    return servers.firstIndex { $0.isMeant(by: authority) && isWanted($0) }
      ?? servers.firstIndex { $0.isMeant(by: authority, ignoringDot: true) && isWanted($0) }
  }

  /// The host of a server as it stands in URLs, without the brackets of IPv6.
  package func host(of server: Int) -> String {
    let server = servers[server]
    return server.host.hasPrefix("[") ? server.address : server.host
  }

  /// The hosts of all servers as they stand in URLs, without the brackets of IPv6.
  package var hosts: [String] {
    var hosts: [String] = []
    for host in servers.indices.map(host(of:)) {
      if !hosts.contains(host) { hosts.append(host) }
    }
    return hosts
  }

  /// The addresses of named origin servers, for clients that resolve names themselves.
  package var names: [ClientSession.Name] {
    var names: [ClientSession.Name] = []
    for server in servers
    where server.configuration.kind == .origin
      && (server.configuration.hostName != nil || server.configuration.authority != nil)
    {
      let name = ClientSession.Name(
        host: server.host, port: server.portInURLs, place: server.place)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The origin server that a request to a proxy names. "Any response other than a successful
  /// response indicates that the tunnel has not yet been formed" (RFC 9110 9.3.6): a response to
  /// CONNECT is the proxy's.
  package func origin(askedThroughProxy request: RequestFacts) -> Int? {
    request.head.method.equals("CONNECT") ? nil : origin(meantBy: request.target)
  }

  /// The servers that a question is about: those of its URL, or all of its target's kind if it has
  /// no URL.
  func servers(askedAbout question: CredentialsQuestion) -> [Int] {
    guard let authority = question.url.map(AddressBook.authority) else {
      let kind: ServerKind = question.target == .proxy ? .proxy : .origin
      return servers.indices.filter { servers[$0].configuration.kind == kind }
    }
    let named = servers.indices.filter { servers[$0].isMeant(by: authority) }
    let isSecure = question.url?.lowercased().hasPrefix("https:") ?? false
    let fitting = named.filter { (servers[$0].configuration.tls != nil) == isSecure }
    guard named.isEmpty else { return fitting.isEmpty ? named : fitting }
    return servers.indices.filter { servers[$0].isMeant(by: authority, ignoringDot: true) }
  }

  /// host and port of a URL, in lower case.
  ///
  ///     authority = [ userinfo "@" ] host [ ":" port ]   (RFC 3986 3.2)
  private static func authority(of url: String) -> Octets {
    let hierarchy = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = hierarchy.prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    return Octets((host ?? authority).lowercased())
  }

  /// Path and query of a URL; `nil` if it names nothing but a server.
  static func path(of url: String) -> Octets? {
    let hierarchy = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let path = hierarchy.drop { !"/?#".contains($0) }.prefix { $0 != "#" }
    return path.isEmpty || path == "/" ? nil : Octets(String(path))
  }

  /// `true` if the server of that name is a proxy.
  package func isProxy(_ server: String) -> Bool {
    place(of: server).map { servers[$0].configuration.kind == .proxy } ?? false
  }

  /// The server of that name.
  package func server(named name: String) -> Recording.Server? {
    place(of: name).map { servers[$0] }
  }

  /// The URL of a server, as `http://127.0.0.2:4012`; empty if there is no such server.
  package func url(of server: String) -> String {
    place(of: server).map { servers[$0].url } ?? ""
  }

  /// Returns the template's octets, with its placeholders filled in.
  package func render(_ template: Template, serial: Int = 1) -> Octets {
    if let constant = template.constant { return constant }
    var octets: [UInt8] = []
    for piece in template.pieces {
      switch piece {
      case .literal, .repetition: octets.append(contentsOf: piece.octets?.bytes ?? [])
      case .serial: octets.append(contentsOf: String(serial).utf8)
      case .address(let server, let part):
        octets.append(contentsOf: text(of: part, server: server).utf8)
      }
    }
    return Octets(octets)
  }

  private func text(of part: Template.AddressPart, server: String) -> String {
    guard let place = place(of: server) else { return "" }
    return switch part {
    case .url: servers[place].url
    case .authority: servers[place].authority
    case .host: servers[place].host
    case .port: servers[place].portInURLs
    }
  }
}
