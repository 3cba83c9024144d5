// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A server with TLS, what the client demands of it, and the certificate that it shows to it.
struct TLSPeer: Sendable {
  /// The part that must be equal for two requests to share a connection.
  struct Identity: Hashable, Sendable {
    /// The host that the certificate must be for.
    var host: String
    /// The host for server_name, which is left out if it is an address.
    var namedHost: String
    var isProxy: Bool
    /// The file with the trust anchors.
    var anchors: String
    /// The file with the list of revoked certificates, if there is one.
    var revocationList: String?
    /// `sha256//` and the hash of a SubjectPublicKeyInfo in base64.
    var pins: [String]
    /// The certificate to show if the server asks for one.
    var certificate: ClientCertificate?
  }

  var identity: Identity
  /// The port that it listens on.
  var port: UInt16
  /// `true` if a redirect led to it.
  var isRedirected = false
  /// `true` if it is the origin server behind a tunnel.
  var isInTunnel = false
  /// `true` if an earlier attempt failed in the handshake.
  var isRepeated = false
  /// `true` if a websocket is opened. Only a fault uses it.
  var servesWebSocket = false
  /// `true` if the client offers to speak HTTP/2 (RFC 7301).
  var offersHTTP2 = false
}

/// The servers with TLS on the way to an origin server.
struct ConnectionSecurity: Sendable {
  /// The server that the client connects to.
  var first: TLSPeer?
  /// The origin server behind a tunnel.
  var inner: TLSPeer?

  /// `true` if both may use one connection.
  func isSame(as other: ConnectionSecurity) -> Bool {
    first?.identity == other.first?.identity && inner?.identity == other.inner?.identity
  }
}
