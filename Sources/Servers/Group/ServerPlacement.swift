// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Where the servers of a group listen.
package struct ServerPlacement: Hashable, Sendable {
  /// The address of all servers; `nil` for loopback addresses, one for each host of a case.
  package var address: ServerAddress?
  /// The port of the first server; each further server has the next. `nil` for free ports.
  package var firstPort: UInt16?

  /// Loopback addresses and free ports.
  package init() {}
}

/// An IPv4 address at which servers can listen.
package struct ServerAddress: Hashable, Sendable {
  /// `192.168.1.5`
  package let text: String
  /// 127.0.0.1 is 0x7F000001.
  let number: UInt32

  ///     IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet   (RFC 3986 3.2.2)
  ///
  /// `nil` for anything else, and for addresses that do not belong to one machine: 0.0.0.0,
  /// multicast and broadcast.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let octet = UInt8(part),
        part == "\(octet)"
      else { return nil }
      number = number << 8 | UInt32(octet)
    }
    guard number >= 1 << 24, number < 224 << 24 else { return nil }
    self.text = text
    self.number = number
  }

  /// `true` if only this machine reaches it (RFC 6890 2.2.2).
  package var isLoopback: Bool { number >> 24 == 127 }
}

extension ServerPlacement {
  /// The reason why servers cannot listen at the one address, as a sentence; `nil` if they can.
  func lack(for servers: [ServerConfiguration]) -> String? {
    guard let address else { return nil }
    if let server = servers.first(where: \.isIPv6) {
      return "The server \(server.name) of the case is at [::1], not at \(address.text)."
    }
    for server in servers {
      guard let group = server.portGroup else { continue }
      if servers.contains(where: { $0.portGroup == group && $0.host != server.host }) {
        return "Servers of the case have one port at different addresses, not at one."
      }
    }
    return nil
  }
}
