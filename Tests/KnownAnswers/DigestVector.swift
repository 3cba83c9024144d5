// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A Digest response that is known from elsewhere.
package struct DigestVector: Sendable, CustomStringConvertible {
  /// Where it is known from.
  package var source: String
  /// The algorithm, as a challenge names it.
  package var algorithm: DigestAlgorithm
  /// The user, in octets.
  package var user: Octets
  /// The password, in octets.
  package var password: Octets
  /// The realm, without quotes.
  package var realm: Octets
  /// The nonce, without quotes.
  package var nonce: Octets
  /// The request's method.
  package var method: Octets
  /// The uri of the credentials.
  package var uri: Octets
  /// The quality of protection; nil as in RFC 2069.
  package var qop: DigestQop?
  /// The nonce count, eight hex digits.
  package var nc: Octets
  /// The client's nonce.
  package var cnonce: Octets
  /// The request's body, for auth-int.
  package var body: Octets
  /// The response, or its beginning and end with two dots between.
  package var response: String
  /// The rspauth of a response without a body, where it is known.
  package var rspauth: String?

  /// A vector of these parts.
  package init(
    source: String, algorithm: DigestAlgorithm = DigestAlgorithm(.md5), user: Octets = "testuser",
    password: Octets = "testpass", realm: Octets = "testrealm", nonce: Octets = "1053604145",
    method: Octets = "GET", uri: Octets, qop: DigestQop? = nil, nc: Octets = "00000001",
    cnonce: Octets = "", body: Octets = "", response: String, rspauth: String? = nil
  ) {
    self.source = source
    self.algorithm = algorithm
    self.user = user
    self.password = password
    self.realm = realm
    self.nonce = nonce
    self.method = method
    self.uri = uri
    self.qop = qop
    self.nc = nc
    self.cnonce = cnonce
    self.body = body
    self.response = response
    self.rspauth = rspauth
  }

  /// The source, which names it in tests.
  package var description: String { source }

  /// True for hexadecimal digits that are the known response.
  package func fits(_ hex: String) -> Bool {
    let parts = response.split(separator: "..")
    guard let first = parts.first, let last = parts.last else { return false }
    return parts.count == 1 ? hex == first : hex.hasPrefix(first) && hex.hasSuffix(last)
  }
}
