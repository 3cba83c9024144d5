// SPDX-License-Identifier: Apache-2.0

/// A certificate that a scenario asks for (RFC 5280 4.1): everything in which one can be right or
/// wrong.
///
/// Certificates are made in the process when they are first needed. Two definitions that are equal
/// stand for the same certificate.
package struct CertificateDefinition: Hashable, Sendable {
  /// Who signs it (RFC 5280 6.1).
  package enum Issuer: String, Hashable, Sendable, CaseIterable {
    /// The root of the run, which clients are configured to trust.
    case root
    /// An intermediate certification authority below the root.
    case intermediate
    /// An intermediate authority that has expired.
    case expiredIntermediate = "expired-intermediate"
    /// An intermediate authority below one that may have none below it: pathLenConstraint is 0 (RFC
    /// 5280 4.2.1.9).
    case excessIntermediate = "excess-intermediate"
    /// An intermediate authority whose keyUsage lacks keyCertSign (RFC 5280 4.2.1.3).
    case idleIntermediate = "idle-intermediate"
    /// An intermediate authority whose nameConstraints permit names in `inside.test`, but none in
    /// `outside.inside.test` (RFC 5280 4.2.1.10).
    case constrainedIntermediate = "constrained-intermediate"
    /// A root that no client trusts.
    case stranger
    /// The certificate itself.
    case itself = "self"
    /// A certificate of the root's that is no certification authority (RFC 5280 4.2.1.9).
    case leaf
  }

  /// What a server sends of the path to the root (RFC 8446 4.4.2).
  package enum Path: String, Hashable, Sendable, CaseIterable {
    /// The certificate, and what its issuer needs to be found.
    case chain
    /// The certificate alone.
    case leaf
  }

  /// Where the names stand (RFC 9110 4.3.4).
  package enum NamePlace: String, Hashable, Sendable, CaseIterable {
    /// In subjectAltName (RFC 5280 4.2.1.6).
    case alternative = "subject-alt-name"
    /// In the subject's Common Name alone.
    case common = "common-name"
  }

  /// What it may be used for.
  package enum Use: String, Hashable, Sendable, CaseIterable {
    /// Its extended key usage (RFC 5280 4.2.1.12) names servers alone, or clients alone.
    case server, client
    /// It has no extended key usage.
    case any
    /// Its keyUsage is keyCertSign alone, with which it cannot sign a handshake (RFC 5280 4.2.1.3).
    case certificates
  }

  /// Its key.
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
  /// The hosts it is for; `nil` for the address and the names of the server that shows it.
  package var hosts: [CertificateHost]?
  /// Where the names stand.
  package var namePlace = NamePlace.alternative
  /// The Common Name; `nil` for the name in the scenario.
  package var subject: String?
  /// Who signs it.
  package var issuer = Issuer.root
  /// What a server sends of the path.
  package var path = Path.chain
  /// From when it is valid, in hours from now.
  package var from = -24
  /// Until when it is valid, in hours from now.
  package var until = 30 * 24
  /// What it may be used for.
  package var use = Use.server
  /// Its key.
  package var key = Key.p256
  /// The key that whoever shows it has is not the certificate's.
  package var hasOtherKey = false
  /// The certificate of that other key is sent behind it.
  package var sendsOtherKey = false
  /// The hash of its signature.
  package var signature = Signature.sha256
  /// The root's list of revoked certificates names it.
  package var isRevoked = false
  /// It has a critical extension that nobody knows (RFC 5280 4.2).
  package var hasUnknownExtension = false

  package init(name: String) { self.name = name }
}

/// A host that a certificate is for, as one kind of subjectAltName (RFC 5280 4.2.1.6).
package enum CertificateHost: Hashable, Sendable {
  /// dNSName, as it stands there: `one.test`, `*.one.test`.
  case name(String)
  /// iPAddress, in numbers: `127.0.0.1`, `::1`.
  case address(String)
}
