// SPDX-License-Identifier: Apache-2.0

/// What a client needs to use its tickets of Kerberos.
public struct ClientKerberos: Hashable, Sendable {
  /// The path of krb5.conf, for KRB5_CONFIG.
  public var configuration: String
  /// The path of the file with the tickets, for KRB5CCNAME.
  public var tickets: String

  /// Tickets in a file, and the configuration of their realm.
  public init(configuration: String, tickets: String) {
    self.configuration = configuration
    self.tickets = tickets
  }
}
