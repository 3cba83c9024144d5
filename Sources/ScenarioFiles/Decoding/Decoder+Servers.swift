// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let server: YAMLForm<ServerDefinition> = .init(
    "a server", hint: "write {} for no options",
    .custom("kind", .words(ServerKind.allCases.map(\.rawValue))),
    .option("host", \.sameHostAs, .server),
    .option("port", \.samePortAs, .server),
    .custom("name", .text) { decoder, node, server in
      server.hostName = decoder.hostName(node, of: server.name, server.kind)
      if let name = server.hostName { decoder.authorities.insert(name) }
    },
    .custom("authority", .text) {
      decoder, node, server in
      server.authority = decoder.authority(node, of: server.name, server.kind)
      if let authority = server.authority { decoder.authorities.insert(authority) }
    },
    .may("address", \.isIPv6, .isWord("ipv6", "an address", of: ["ipv4", "ipv6"])),
    .custom("http", .words(["1.0", "1.1", "2"])) { decoder, node, server in
      let version = decoder.word(node, "a version of HTTP", of: ["1.0", "1.1", "2"])
      server.isHTTP10 = version == "1.0"
      server.speaksHTTP2 = version == "2"
    },
    .option("back-end", \.backEnd, .choice("a back end")),
    .custom("tls", tls.schema) {
      $2.tls = $0.tls($1, of: $2.name)
    },
    .may("legs", \.takesTwoTokens, .isWord("2", "a number of legs", of: ["1", "2"])),
    .custom("rules", .list(rule.schema)) {
      $2.rules = $0.rules($1, of: $2.name, $2.kind)
    })
}

extension Decoder {
  /// Keys that cannot be names of servers, because they stand beside those.
  static let reservedServerNames = Set(
    Forms.step.names + Forms.expect.names + Forms.alternative.names)

  /// Records the names and kinds of the servers, which other parts refer to.
  func declareServers(_ node: YAMLNode) {
    let entries = entries(
      node, expected: "a mapping of servers by name", hint: "as in  servers: { other: {} }")
    for entry in entries where isServerName(entry) {
      named.insert(entry.name)
      var kind = entry.name == "proxy" ? ServerKind.proxy : .origin
      if case .mapping(let options) = entry.value.content,
        let option = options.first(where: { $0.name == "kind" })
      {
        kind = choice(option.value, "a kind of server") ?? kind
      }
      kinds[entry.name] = kind
    }
  }

  private func isServerName(_ entry: YAMLNode.Entry) -> Bool {
    let isReserved = Decoder.reservedServerNames.contains(entry.name)
    if !isReserved, entry.name != "none", entry.name.utf8.first?.isASCIILetter == true,
      entry.name.utf8.allSatisfy(\.isNameOctet)
    {
      return true
    }
    reject(
      [entry], "cannot be the name of a server",
      hint: isReserved
        ? "it means something else in a step or in expect"
        : "a name is letters, digits, \"-\" and \"_\", begins with a letter, and is not none")
    return false
  }

  /// The kind of a server; `nil` if there is no server of that name.
  func kind(of server: String) -> ServerKind? {
    if let found = kinds[server] { return found }
    return server == "origin" ? .origin : server == "proxy" ? .proxy : nil
  }

  /// Records the use of a server's name; reports an unknown name.
  @discardableResult
  func use(_ server: String, at span: SourceSpan, place: String = "") -> ServerKind? {
    guard let kind = kind(of: server) else {
      reportUndeclared(
        server, in: "servers", among: serverNames, example: "{}", at: span, place: place)
      return nil
    }
    named.insert(server)
    return kind
  }

  /// All names of servers that the file can use.
  var serverNames: [String] {
    ["origin", "proxy"]
      + kinds.keys.prefix(1000).filter { $0 != "origin" && $0 != "proxy" }.sorted()
  }

  /// The name of a server.
  func server(_ node: YAMLNode) -> String? {
    guard let name = words(node, "a server"), use(name, at: node.span) != nil else { return nil }
    return name
  }

  /// The names of one or more servers.
  func servers(_ node: YAMLNode) -> [String] { oneOrMore(node).compactMap(server) }

  /// The declared servers with their rules.
  func definitions(_ node: YAMLNode?) -> [ServerDefinition] {
    guard case .mapping(let entries)? = node?.content else { return [] }
    return entries.compactMap { entry in
      guard let kind = kinds[entry.name] else { return nil }
      return read(
        entry.value, as: Forms.server,
        into: ServerDefinition(name: entry.name, kind: kind, location: entry.nameSpan.start))
    }
  }

  /// All servers of the case: `origin` first, then the declared ones, then `proxy` if it is used
  /// but not declared.
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
