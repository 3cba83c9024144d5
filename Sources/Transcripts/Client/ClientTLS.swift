// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The trust, certificates and pins of a client.
public struct ClientTLS: Hashable, Sendable {
  /// The file with the certificates that the client trusts, in PEM; it is to trust no others.
  public var caFile: String
  /// The file with the list of revoked certificates, in PEM; `nil` if the client is given none.
  public var crlFile: String?
  /// The certificates that it may show.
  public var certificates: [ClientCertificate] = []
  /// The keys that servers are to have.
  public var pins: [KeyPin] = []

  /// Trust in the certificates of that file.
  public init(caFile: String) { self.caFile = caFile }
}

/// A certificate for a client, with its key.
public struct ClientCertificate: Hashable, Sendable {
  /// Whom it is for.
  public var target: ClientCredentials.Target
  /// The origin (`https://127.0.0.2:4012`) or the proxy's URL that it is for.
  public var url: String
  /// The certificate, and those of its issuers below the root, in PEM.
  public var certificate: Octets
  /// The key in PEM, as PKCS #8.
  public var key: Octets
  /// The file with both.
  public var file: String

  /// A certificate of these parts.
  public init(
    target: ClientCredentials.Target, url: String, certificate: Octets, key: Octets, file: String
  ) {
    self.target = target
    self.url = url
    self.certificate = certificate
    self.key = key
    self.file = file
  }
}

/// The key that a server is to have.
public struct KeyPin: Hashable, Sendable {
  /// Origin or proxy.
  public var target: ClientCredentials.Target
  /// The origin or the proxy's URL.
  public var url: String
  /// `sha256//` and the hash of the SubjectPublicKeyInfo in base64 (RFC 7469 2.4).
  public var hash: String

  /// A pin for that server.
  public init(target: ClientCredentials.Target, url: String, hash: String) {
    self.target = target
    self.url = url
    self.hash = hash
  }
}
