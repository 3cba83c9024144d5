// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// The setup of a case: its servers, and its client's settings before the first step. Cases that
/// differ only in their steps share it.
package final class CaseSetup: Sendable {
  /// The case; its steps are not used.
  let played: Case
  /// Server names to places in `servers`.
  let indices: [String: Int]
  /// The servers, all with the wire server: which back end can play their rules is not known yet.
  let servers: [ServerConfiguration]
  /// Renders replies before the addresses of the servers are known.
  let renderer: ReplyRenderer
  /// The client's settings.
  let settings: CopyOnWrite<ClientSettings>
  /// The logins in that.
  let secrets: SecretLedger

  package init(_ played: Case) {
    self.played = played
    var indices: [String: Int] = [:]
    for (index, server) in played.servers.enumerated() { indices[server.name] = index }
    self.indices = indices
    let hosts = CaseSetup.hosts(played.servers)
    let groups = CaseSetup.portGroups(played.servers)
    servers = played.servers.enumerated().map { index, server in
      ServerConfiguration(
        name: server.name, kind: server.kind, host: hosts[index],
        isIPv6: server.isIPv6, portGroup: groups.firstIndex(of: server.samePortAs ?? server.name),
        hostName: server.hostName, authority: server.authority, backEnd: .wire,
        isHTTP10: server.isHTTP10, speaksHTTP2: server.speaksHTTP2,
        tls: server.settingsWithHTTP2)
    }
    renderer = ReplyRenderer(
      addresses: AddressBook(
        servers.map { Recording.Server(configuration: $0, address: "127.0.0.1", port: 1) }),
      indices: indices)
    settings = CopyOnWrite(played.client)
    secrets = SecretLedger(given: played.client, indices: indices)
  }

  /// The servers whose ports others share.
  private static func portGroups(_ servers: [ServerDefinition]) -> [String] {
    var owners: [String] = []
    for server in servers {
      if let owner = server.samePortAs, !owners.contains(owner) { owners.append(owner) }
    }
    return owners
  }

  /// A host number for each server: its own address, unless it shares another's.
  private static func hosts(_ servers: [ServerDefinition]) -> [Int] {
    var own = 0
    var hosts = servers.map { server in
      guard server.sameHostAs == nil else { return 0 }
      own += 1
      return own
    }
    for index in servers.indices {
      guard let other = servers[index].sameHostAs else { continue }
      let shared = servers.firstIndex { $0.name == other && $0.sameHostAs == nil }
      hosts[index] = shared.map { hosts[$0] } ?? own + 1
    }
    return hosts
  }
}
