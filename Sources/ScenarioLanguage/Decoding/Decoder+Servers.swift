import HTTPAuth

extension Decoder {
  /// Names that mean something else where a server's name may stand.
  static let reservedServerNames = Set(StepKey.names + ExpectKey.names + AlternativeKey.names)

  /// Reads names and kinds, so that everything else can refer to them.
  func declareServers(_ node: YAMLNode) {
    guard case .mapping(let entries) = node.content else {
      reportKind(
        node, expected: "a mapping of servers by name", hint: "as in  servers: { other: {} }")
      return
    }
    for entry in entries {
      guard isServerName(entry) else { continue }
      named.insert(entry.name)
      var kind = entry.name == "proxy" ? ServerDefinition.Kind.proxy : .origin
      if case .mapping(let options) = entry.value.content,
        let option = options.first(where: { $0.name == ServerKey.kind.rawValue })
      {
        kind = choice(option.value, "a kind of server", of: ServerDefinition.Kind.self) ?? kind
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

  /// What kind of server a name stands for; nil where there is none.
  func kind(of server: String) -> ServerDefinition.Kind? {
    if let found = kinds[server] { return found }
    return server == "origin" ? .origin : server == "proxy" ? .proxy : nil
  }

  /// Notes that a server is named; reports a name that stands for none.
  @discardableResult
  func use(_ server: String, at span: SourceSpan, place: String = "") -> ServerDefinition.Kind? {
    guard let kind = kind(of: server) else {
      let near = collector.suggestion(for: server, among: serverNames)
      collector.report(
        span, "there is no server \"\(server)\"",
        hint: near.map { "did you mean \"\($0)\"?" } ?? "declare it: servers: { \(server): {} }",
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
      if let authority = fields[.authority] {
        server.authority = self.authority(authority, of: entry.name, kind)
      }
      if let version = fields[.http] {
        server.isHTTP10 = word(version, "a version of HTTP", of: ["1.0", "1.1"]) == "1.0"
      }
      if let backEnd = fields[.backEnd] {
        server.backEnd = choice(backEnd, "a back end", of: ServerDefinition.BackEnd.self)
      }
      if let rules = fields[.rules] { server.rules = self.rules(rules, of: entry.name, kind) }
      result.append(server)
    }
    checkHosts(result, entries)
    return result
  }

  /// A name for an origin server: `host` or `host:port`, without user information.
  ///
  /// RFC 3986 3.2.2: reg-name = *( unreserved / pct-encoded / sub-delims ); of these, what stands in host names, and in
  /// brackets what stands in IPv6 addresses with a zone (RFC 6874 2).
  private func authority(
    _ node: YAMLNode, of server: String, _ kind: ServerDefinition.Kind
  ) -> String? {
    guard let text = words(node, "a host, or host:port") else { return nil }
    guard kind == .origin else {
      report(
        node, "\"\(server)\" is a proxy, which clients find by its address",
        hint: "authority: is for origin servers")
      return nil
    }
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

  private static func isHostOctet(_ octet: UInt8) -> Bool {
    (0x61...0x7A).contains(octet) || (0x30...0x39).contains(octet) || octet == 0x2D
      || octet == 0x2E
  }

  /// Only a proxy of the case knows where a name leads.
  func checkNames(
    _ servers: [ServerDefinition], _ client: ClientSettings, _ fields: Fields<FileKey>
  ) {
    guard client.proxy == nil, let named = servers.first(where: { $0.authority != nil }) else {
      return
    }
    collector.report(
      fields.entry(.servers)?.nameSpan ?? .beginning,
      "the client has no proxy that leads to \"\(named.authority ?? "")\"",
      hint: "write client: { proxy: proxy }, or take authority: from \"\(named.name)\"")
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

  /// All servers of the case: `origin` first, then those declared, then `proxy` where it is only named.
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
