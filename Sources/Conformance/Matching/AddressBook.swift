internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

/// Where the servers of a case listen: fills in the places that a template left open.
struct AddressBook: Sendable {
  private var servers: [String: Recording.Server]

  /// The addresses of a recording's servers.
  init(_ servers: [Recording.Server]) {
    self.servers = Dictionary(
      servers.map { ($0.configuration.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// `http://127.0.0.2:4012`, or an empty text for a server that is not there.
  func url(of server: String) -> String {
    servers[server].map { "http://\($0.authority)" } ?? ""
  }

  /// The template's octets, with its places filled in.
  func render(_ template: Template, serial: Int = 1) -> Octets {
    if let constant = template.constant { return constant }
    var octets: [UInt8] = []
    for piece in template.pieces {
      switch piece {
      case .literal(let literal): octets.append(contentsOf: literal.bytes)
      case .serial: octets.append(contentsOf: String(serial).utf8)
      case .address(let server, let part):
        octets.append(contentsOf: text(of: part, server: server).utf8)
      }
    }
    return Octets(octets)
  }

  private func text(of part: Template.AddressPart, server: String) -> String {
    guard let server = servers[server] else { return "" }
    return switch part {
    case .url: "http://\(server.authority)"
    case .authority: server.authority
    case .host: server.address
    case .port: String(server.port)
    }
  }
}
