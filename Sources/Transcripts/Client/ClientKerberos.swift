// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The files and settings with which a client uses Kerberos tickets.
public struct ClientKerberos: Hashable, Sendable {
  /// The path of krb5.conf, for KRB5_CONFIG.
  public var configuration: String
  /// The path of the file with the tickets, for KRB5CCNAME.
  public var tickets: String
  /// The principal of the tickets, without the realm.
  public var principal: Octets
  /// `true` if the client is to delegate its credentials to servers.
  public var delegates: Bool
  /// `true` if the client must get tickets for servers from the KDC.
  public var needsKDC: Bool

  /// Creates the settings for tickets in a file.
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
