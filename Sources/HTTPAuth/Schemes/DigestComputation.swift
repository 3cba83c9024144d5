// SPDX-License-Identifier: Apache-2.0

/// The inputs of a Digest response, and the response (RFC 7616 3.4.1 to 3.4.3).
///
///     response = KD( H(A1), unq(nonce) ":" nc ":" unq(cnonce) ":" unq(qop) ":" H(A2) )
///     response = KD( H(A1), unq(nonce) ":" H(A2) )                  without qop (RFC 2069 2.1.2)
///     A1       = unq(username) ":" unq(realm) ":" passwd
///     A1       = H( unq(username) ":" unq(realm) ":" passwd ) ":" unq(nonce) ":" unq(cnonce)   -sess
///     A2       = Method ":" request-uri
///     A2       = Method ":" request-uri ":" H(entity-body)          for auth-int
///
/// Computing allocates nothing.
package struct DigestComputation: Hashable, Sendable {
  /// The nonces in the A1 of a session: nonce-prime and cnonce-prime.
  package struct Session: Hashable, Sendable {
    /// The server's nonce when the session began.
    package var nonce: Octets
    /// The client's nonce when the session began.
    package var cnonce: Octets
  }

  /// The inputs that qop adds to the response.
  package struct Protection: Hashable, Sendable {
    /// The value of `qop` as it is spelled.
    package var qop: Octets
    /// The nonce count as it is written.
    package var nc: Octets
    package var cnonce: Octets
  }

  /// The hash function H.
  package var function: HashFunction
  /// The session, for a `-sess` algorithm.
  package var session: Session?
  /// The plain user name, in the octets that are hashed.
  package var user: Octets
  package var realm: Octets
  /// The password, in the octets that are hashed.
  package var password: Octets
  /// The server's nonce.
  package var nonce: Octets
  /// qop, nonce count and cnonce; `nil` without qop.
  package var protection: Protection?
  /// The request's method; empty for a server's `rspauth` (RFC 7616 3.5).
  package var method: Octets
  /// The request's target.
  package var uri: Octets
  /// The body; `nil` if the response does not cover it.
  package var body: Octets?
}

extension DigestComputation {
  /// The response, as lower-case hexadecimal digits: 32 for MD5, 64 for the others.
  package var response: Octets { Octets(Array(digits)) }

  var digits: HexDigits { digits(secret: hashOfA1, request: hashOfA2) }

  /// The response with `secret` as H(A1) and `request` as H(A2).
  func digits(secret: HexDigits, request: HexDigits) -> HexDigits {
    function.hex(self) { hash, parts in
      hash.feed(secret)
      hash.feedColon(parts.nonce)
      if parts.protection != nil {
        hash.feedColon(parts.protection?.nc)
        hash.feedColon(parts.protection?.cnonce)
        hash.feedColon(parts.protection?.qop)
      }
      hash.feedColon(request)
    }
  }

  /// H(A1).
  var hashOfA1: HexDigits {
    let plain = function.hex(self) { hash, parts in
      hash.feed(parts.user)
      hash.feedColon(parts.realm)
      hash.feedColon(parts.password)
    }
    guard let session else { return plain }
    return function.hex { hash in
      hash.feed(plain)
      hash.feedColon(session.nonce)
      hash.feedColon(session.cnonce)
    }
  }

  /// H(A2).
  var hashOfA2: HexDigits {
    let content = body.map { body in function.hex { $0.feed(body) } }
    return function.hex(self) { hash, parts in
      hash.feed(parts.method)
      hash.feedColon(parts.uri)
      if let content { hash.feedColon(content) }
    }
  }

  /// The value of `username` if user names are hashed: H( unq(username) ":" unq(realm) ) (RFC 7616
  /// 3.4.4).
  package static func hashedUser(_ user: Octets, realm: Octets, by function: HashFunction) -> Octets
  {
    Octets(Array(hashedUserDigits(user, realm: realm, by: function)))
  }

  static func hashedUserDigits(
    _ user: Octets, realm: Octets, by function: HashFunction
  ) -> HexDigits {
    function.hex { hash in
      hash.feed(user)
      hash.feedColon(realm)
    }
  }
}

extension HashFunction {
  /// Like `hex(_:)`, but `body` borrows `parts`: capturing them would copy them.
  fileprivate func hex(
    _ parts: borrowing DigestComputation,
    _ body: (borrowing HashInput, borrowing DigestComputation) -> Void
  ) -> HexDigits {
    unsafe withUnsafeTemporaryAllocation(byteCount: HashInput.contextSize, alignment: 16) {
      memory in
      guard let context = memory.baseAddress else { return HexDigits() }
      let input = unsafe HashInput(self, context: context)
      body(input, parts)
      return input.finish()
    }
  }
}
