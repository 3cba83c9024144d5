internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

/// Where the servers of a case listen: fills in the places that a template left open.
struct AddressBook: Sendable {
  private let servers: [Recording.Server]

  /// The addresses of a recording's servers.
  init(_ servers: [Recording.Server]) { self.servers = servers }

  /// The server of that name; a case has but a few.
  private func server(named name: String) -> Recording.Server? {
    for index in servers.indices where servers[index].configuration.name == name {
      return servers[index]
    }
    return nil
  }

  /// The origin server that a request-target's authority means.
  func origin(meantBy authority: Octets) -> Int? {
    servers.firstIndex { $0.isMeant(by: authority) && $0.configuration.kind == .origin }
  }

  /// The origin server that a proxy was asked for. "Any response other than a successful response indicates that the tunnel
  /// has not yet been formed" (RFC 9110 9.3.6): a response to CONNECT is the proxy's.
  func origin(askedThroughProxy request: RequestFacts) -> Int? {
    guard !request.head.method.equals("CONNECT"), let authority = request.target.authority else {
      return nil
    }
    return origin(meantBy: authority)
  }

  /// `http://127.0.0.2:4012`, or an empty text for a server that is not there.
  func url(of server: String) -> String {
    self.server(named: server).map { "http://\($0.authority)" } ?? ""
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
    guard let server = self.server(named: server) else { return "" }
    return switch part {
    case .url: "http://\(server.authority)"
    case .authority: server.authority
    case .host: server.host
    case .port: server.portInURLs
    }
  }
}
