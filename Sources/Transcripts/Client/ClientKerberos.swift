// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// What a client needs to use its tickets of Kerberos.
public struct ClientKerberos: Hashable, Sendable {
  /// The path of krb5.conf, for KRB5_CONFIG.
  public var configuration: String
  /// The path of the file with the tickets, for KRB5CCNAME.
  public var tickets: String
  /// The name of the person whom the tickets are for, without the realm.
  public var principal: Octets
  /// The client is to delegate its credentials to servers.
  public var delegates: Bool
  /// The client has to get tickets for servers from the KDC.
  public var needsKDC: Bool

  /// Tickets in a file, and the configuration of their realm.
  public init(
    configuration: String, tickets: String, principal: Octets = .init(), delegates: Bool = false,
    needsKDC: Bool = false
  ) {
    self.configuration = configuration
    self.tickets = tickets
    self.principal = principal
    self.delegates = delegates
    self.needsKDC = needsKDC
  }
}
