// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The addresses that the caller gives for hosts.
struct HostAddresses {
  /// An address and a port to connect to.
  struct Place: Hashable {
    var host: String
    var port: UInt16
  }

  private var places: [String: Place] = [:]

  init(_ names: [ClientSession.Name] = []) {
    for name in names {
      // Names and addresses are written as in URLs, so they are parsed in the same way.
      guard let asked = try? WebAddress("http://\(name.host):\(name.port)").origin,
        let found = try? WebAddress("http://\(name.place)").origin
      else { continue }
      places[asked.authorityWithPort] = Place(host: found.host, port: found.port)
    }
  }

  /// The address for an origin: the one that the caller gives, otherwise that of the origin itself.
  func place(of origin: Origin) -> Place {
    if let given = places[origin.authorityWithPort] { return given }
    return Place(
      host: HostAddresses.isLoopback(origin.host) ? "127.0.0.1" : origin.host, port: origin.port)
  }

  /// localhost and the names below it are loopback names (RFC 6761 6.3).
  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost")
  }
}
