// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The decoded keys of `client:`; `nil` for keys that are absent.
struct ClientChange {
  /// A login and its servers; `nil` if the servers are not given.
  struct PendingGrant {
    var login: ClientLogin
    var servers: [String]?
    var realm: Octets?
    var scheme: String?
    var span: SourceSpan
  }

  /// Which proxy.
  enum ProxyChoice {
    case none
    case server(String)
  }

  var credentials: [PendingGrant]?
  var proxy: ProxyChoice?
  private var changes: [(inout ClientSettings) -> Void] = []

  /// Notes the value of a setting; `nil` for one that cannot be read.
  mutating func set<Value>(
    _ setting: WritableKeyPath<ClientSettings, Value>, _ value: Value?
  ) {
    if let value { changes.append { $0[keyPath: setting] = value } }
  }

  /// Applies everything but the credentials and the proxy.
  func apply(to settings: inout ClientSettings) {
    for change in changes { change(&settings) }
  }
}
