// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The trust, certificates and pins of a client.
public struct ClientTLS: Hashable, Sendable {
  /// The path of the file with the only certificates that the client is to trust, in PEM.
  public var caFile: String
  /// The path of the file with the revocation list, in PEM; `nil` if the client is given none.
  public var crlFile: String?
  /// The certificates that the client may show.
  public var certificates: [ClientCertificate] = []
  /// The keys that servers must have.
  public var pins: [KeyPin] = []

  /// Creates settings that trust the certificates of that file.
  public init(caFile: String) { self.caFile = caFile }
}

/// A certificate for a client, with its key.
public struct ClientCertificate: Hashable, Sendable {
  /// Origin or proxy.
  public var target: ClientCredentials.Target
  /// The origin (`https://127.0.0.2:4012`), or the proxy's URL.
  public var url: String
  /// The certificate and its chain without the root, in PEM.
  public var certificate: Octets
  /// The key in PEM, as PKCS #8.
  public var key: Octets
  /// The path of the file with both.
  public var file: String

  /// Creates a certificate.
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

/// The key that a server must have.
public struct KeyPin: Hashable, Sendable {
  /// Origin or proxy.
  public var target: ClientCredentials.Target
  /// The origin or the proxy's URL.
  public var url: String
  /// `sha256//` and the hash of the SubjectPublicKeyInfo in base64 (RFC 7469 2.4).
  public var hash: String

  /// Creates a pin for a server.
  public init(target: ClientCredentials.Target, url: String, hash: String) {
    self.target = target
    self.url = url
    self.hash = hash
  }
}
