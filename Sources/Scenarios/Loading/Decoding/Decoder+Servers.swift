// SPDX-License-Identifier: Apache-2.0

extension Decoder {
  /// Keys that cannot be names of servers.
  static let reservedServerNames = Set(StepKey.names + ExpectKey.names + AlternativeKey.names)

  /// Reads names and kinds, so that other parts can refer to them.
  func declareServers(_ node: YAMLNode) {
    guard
      let entries = entries(
        node, expected: "a mapping of servers by name", hint: "as in  servers: { other: {} }")
    else { return }
    for entry in entries {
      guard isServerName(entry) else { continue }
      named.insert(entry.name)
      var kind = entry.name == "proxy" ? ServerKind.proxy : .origin
      if case .mapping(let options) = entry.value.content,
        let option = options.first(where: { $0.name == ServerKey.kind.rawValue })
      {
        kind = choice(option.value, "a kind of server", of: ServerKind.self) ?? kind
      }
      kinds[entry.name] = kind
    }
  }

  private func isServerName(_ entry: YAMLNode.Entry) -> Bool {
    guard !Decoder.reservedServerNames.contains(entry.name) else {
      collector.report(
        entry.nameSpan, "\"\(entry.name)\" cannot be the name of a server",
        hint: "it means something else in a step or in expect")
      return false
    }
    guard entry.name.utf8.first?.asciiIsLetter == true, entry.name.utf8.allSatisfy(\.isNameOctet),
      entry.name != "none"
    else {
      collector.report(
        entry.nameSpan, "\"\(entry.name)\" cannot be the name of a server",
        hint: "a name is letters, digits, \"-\" and \"_\", begins with a letter, and is not none")
      return false
    }
    return true
  }

  /// The kind of a server by name; `nil` if there is none.
  func kind(of server: String) -> ServerKind? {
    if let found = kinds[server] { return found }
    return server == "origin" ? .origin : server == "proxy" ? .proxy : nil
  }

  /// Notes that a server is named; reports an unknown name.
  @discardableResult
  func use(_ server: String, at span: SourceSpan, place: String = "") -> ServerKind? {
    guard let kind = kind(of: server) else {
      collector.report(
        span, "there is no server \"\(server)\"",
        hint: collector.suggestion(for: server, among: serverNames)
          ?? "declare it: servers: { \(server): {} }",
        at: place)
      return nil
    }
    named.insert(server)
    return kind
  }

  /// The names that can be used.
  var serverNames: [String] {
    ["origin", "proxy"]
      + kinds.keys.prefix(1000).filter { $0 != "origin" && $0 != "proxy" }.sorted()
  }

  /// A server's name as a value.
  func server(_ node: YAMLNode) -> String? {
    guard let name = words(node, "a server"), use(name, at: node.span) != nil else { return nil }
    return name
  }

  /// A server's name as a value, or several.
  func servers(_ node: YAMLNode) -> [String] { oneOrMore(node).compactMap(server) }

  /// The declared servers with their rules.
  func definitions(_ node: YAMLNode?) -> [ServerDefinition] {
    guard case .mapping(let entries)? = node?.content else { return [] }
    var result: [ServerDefinition] = []
    for entry in entries {
      guard let kind = kinds[entry.name],
        let fields = fields(entry.value, as: ServerKey.self, hint: "write {} for no options")
      else { continue }
      var server = ServerDefinition(name: entry.name, kind: kind, location: entry.nameSpan.start)
      if let host = fields[.host] { server.sameHostAs = self.server(host) }
      if let port = fields[.port] { server.samePortAs = self.server(port) }
      if let name = fields[.name] { server.hostName = hostName(name, of: entry.name, kind) }
      if let authority = fields[.authority] {
        server.authority = self.authority(authority, of: entry.name, kind)
        if let name = server.authority { authorities.insert(name) }
      }
      if let address = fields[.address] {
        server.isIPv6 = word(address, "an address", of: ["ipv4", "ipv6"]) == "ipv6"
      }
      if let version = fields[.http] {
        server.isHTTP10 = word(version, "a version of HTTP", of: ["1.0", "1.1"]) == "1.0"
      }
      if let backEnd = fields[.backEnd] {
        server.backEnd = choice(backEnd, "a back end", of: BackEnd.self)
      }
      if let tls = fields[.tls] { server.tls = self.tls(tls, of: entry.name) }
      if let rules = fields[.rules] { server.rules = self.rules(rules, of: entry.name, kind) }
      result.append(server)
    }
    checkHosts(result, entries)
    return result
  }

  /// A server shares the address of one that has its own.
  private func checkHosts(_ servers: [ServerDefinition], _ entries: [YAMLNode.Entry]) {
    let shared = Dictionary(servers.map { ($0.name, $0.sameHostAs) }) { first, _ in first }
    for server in servers {
      guard let host = server.sameHostAs, host == server.name || shared[host, default: nil] != nil
      else { continue }
      let span = entries.first { $0.name == server.name }?.nameSpan ?? .beginning
      collector.report(
        span,
        host == server.name
          ? "the server \"\(host)\" cannot share its own address"
          : "\"\(server.name)\" shares the address of \"\(host)\", which has none of its own",
        hint: "host: names a server that has no host: itself")
    }
  }

  /// All servers of the case: `origin` first, then those declared, then `proxy` if it is only
  /// named.
  func allServers(declared definitions: [ServerDefinition], at location: SourceLocation)
    -> [ServerDefinition]
  {
    var result = definitions
    if let index = result.firstIndex(where: { $0.name == "origin" }) {
      result.insert(result.remove(at: index), at: 0)
    } else {
      result.insert(ServerDefinition(name: "origin", kind: .origin, location: location), at: 0)
    }
    if named.contains("proxy"), !result.contains(where: { $0.name == "proxy" }) {
      result.append(ServerDefinition(name: "proxy", kind: .proxy, location: location))
    }
    return result
  }
}
