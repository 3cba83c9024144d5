// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS

/// The reason why the client refuses a server.
enum ServerRefusal: Error, Hashable, Sendable {
  /// The client has no trust anchors.
  case noAnchors
  /// The server showed no certificate, or a malformed one.
  case noCertificate
  case expired
  case notYetValid
  case selfSigned
  case unknownIssuer
  /// An issuer may not sign certificates.
  case issuerIsNoAuthority
  /// An issuer may not issue certificates for that name.
  case nameNotPermitted
  case wrongUse
  case unknownExtension
  case wrongName(String)
  case weakKey
  case weakSignature
  case wrongKey
  case revoked

  /// A description for people.
  var message: String {
    switch self {
    case .noAnchors: "no certificate is trusted"
    case .noCertificate: "the server has shown no certificate"
    case .expired: "the server's certificate has expired"
    case .notYetValid: "the server's certificate is not yet valid"
    case .selfSigned: "the server's certificate is self-signed"
    case .unknownIssuer: "the issuer of the server's certificate is not trusted"
    case .issuerIsNoAuthority: "the server's certificate is not signed by an authority"
    case .nameNotPermitted: "the issuer of the server's certificate is not allowed its names"
    case .wrongUse: "the server's certificate is for another use"
    case .unknownExtension: "the server's certificate has an unknown critical extension"
    case .wrongName(let host): "the server's certificate is not for \(host)"
    case .weakKey: "a key of the server's certificates is too weak"
    case .weakSignature: "a signature of the server's certificates is too weak"
    case .revoked: "a certificate of the server is revoked"
    case .wrongKey: "the server's key is not one of those pinned"
    }
  }

  /// "If the client cannot construct an acceptable chain using the provided certificates and
  /// decides to abort the handshake, then it MUST abort the handshake with an appropriate
  /// certificate-related alert" (RFC 8446 4.4.2.2).
  var alert: gnutls_alert_description_t {
    switch self {
    case .noCertificate, .notYetValid, .wrongName, .nameNotPermitted, .weakKey, .weakSignature,
      .wrongKey:
      GNUTLS_A_BAD_CERTIFICATE
    case .expired: GNUTLS_A_CERTIFICATE_EXPIRED
    case .revoked: GNUTLS_A_CERTIFICATE_REVOKED
    case .noAnchors, .selfSigned, .unknownIssuer, .issuerIsNoAuthority: GNUTLS_A_UNKNOWN_CA
    case .wrongUse, .unknownExtension: GNUTLS_A_UNSUPPORTED_CERTIFICATE
    }
  }
}
