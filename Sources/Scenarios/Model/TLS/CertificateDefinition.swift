// SPDX-License-Identifier: Apache-2.0

/// The properties of a certificate in a scenario (RFC 5280 4.1), valid or not.
///
/// A certificate is made when it is first needed. Equal definitions stand for the same certificate.
package struct CertificateDefinition: Hashable, Sendable {
  /// The issuer (RFC 5280 6.1).
  package enum Issuer: String, Hashable, Sendable, CaseIterable {
    /// The root of the run, which is the clients' trust anchor.
    case root
    /// An intermediate certification authority below the root.
    case intermediate
    /// An intermediate authority that has expired.
    case expiredIntermediate = "expired-intermediate"
    /// An intermediate authority below one whose pathLenConstraint is 0 (RFC 5280 4.2.1.9).
    case excessIntermediate = "excess-intermediate"
    /// An intermediate authority whose keyUsage lacks keyCertSign (RFC 5280 4.2.1.3).
    case idleIntermediate = "idle-intermediate"
    /// An intermediate authority whose nameConstraints permit names in `inside.test`, but none in
    /// `outside.inside.test` (RFC 5280 4.2.1.10).
    case constrainedIntermediate = "constrained-intermediate"
    /// A root that no client trusts.
    case stranger
    /// The certificate itself: it is self-signed.
    case itself = "self"
    /// A certificate issued by the root that is not a certification authority (RFC 5280 4.2.1.9).
    case leaf
  }

  /// The certificates that a server sends (RFC 8446 4.4.2).
  package enum Path: String, Hashable, Sendable, CaseIterable {
    /// The certificate and the intermediate ones.
    case chain
    /// Only the certificate.
    case leaf
  }

  /// The field with the names (RFC 9110 4.3.4).
  package enum NamePlace: String, Hashable, Sendable, CaseIterable {
    /// subjectAltName (RFC 5280 4.2.1.6).
    case alternative = "subject-alt-name"
    /// The subject's Common Name.
    case common = "common-name"
  }

  /// The purpose of the certificate.
  package enum Use: String, Hashable, Sendable, CaseIterable {
    /// Its extended key usage (RFC 5280 4.2.1.12) is only for servers, or only for clients.
    case server, client
    /// It has no extended key usage.
    case any
    /// Its keyUsage is only keyCertSign, which does not allow signing a handshake (RFC 5280
    /// 4.2.1.3).
    case certificates
  }

  package enum Key: String, Hashable, Sendable, CaseIterable {
    /// ECDSA over P-256.
    case p256 = "p-256"
    /// RSA of 1024 bits, which is too weak.
    case rsa1024 = "rsa-1024"
    /// RSA of 2048 bits.
    case rsa2048 = "rsa-2048"
  }

  /// The hash of its signature.
  package enum Signature: String, Hashable, Sendable, CaseIterable {
    case sha256 = "sha-256"
    /// RFC 9155 deprecates it.
    case sha1 = "sha-1"
    /// RFC 8446 4.4.2.4: a peer that gets one "MUST abort the handshake".
    case md5
  }

  /// Its name in the scenario.
  package var name: String
  /// The hosts that it is for; `nil` for the address and the names of the server that presents it.
  package var hosts: [CertificateHost]?
  package var namePlace = NamePlace.alternative
  /// The Common Name; `nil` for the name in the scenario.
  package var subject: String?
  package var issuer = Issuer.root
  package var path = Path.chain
  /// The beginning of its validity, in hours from now.
  package var from = -24
  /// The end of its validity, in hours from now.
  package var until = 30 * 24
  package var use = Use.server
  package var key = Key.p256
  /// `true` if its owner signs with another key.
  package var hasOtherKey = false
  /// `true` if the certificate of that other key is sent after it.
  package var sendsOtherKey = false
  package var signature = Signature.sha256
  /// `true` if it is on the root's certificate revocation list.
  package var isRevoked = false
  /// `true` if it has an unknown critical extension (RFC 5280 4.2).
  package var hasUnknownExtension = false

  package init(name: String) { self.name = name }
}

/// A host of a certificate, as a kind of subjectAltName (RFC 5280 4.2.1.6).
package enum CertificateHost: Hashable, Sendable {
  /// dNSName: `one.test`, `*.one.test`.
  case name(String)
  /// iPAddress: `127.0.0.1`, `::1`.
  case address(String)
}
