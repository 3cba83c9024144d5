public import HTTPAuth

/// A Digest response that is known from elsewhere.
public struct DigestVector: Sendable, CustomStringConvertible {
  /// Where it is known from.
  public var source: String
  /// The algorithm, as a challenge names it.
  public var algorithm: DigestAlgorithm
  /// The user, in octets.
  public var user: Octets
  /// The password, in octets.
  public var password: Octets
  /// The realm, without quotes.
  public var realm: Octets
  /// The nonce, without quotes.
  public var nonce: Octets
  /// The request's method.
  public var method: Octets
  /// The uri of the credentials.
  public var uri: Octets
  /// The quality of protection; nil as in RFC 2069.
  public var qop: DigestQop?
  /// The nonce count, eight hex digits.
  public var nc: Octets
  /// The client's nonce.
  public var cnonce: Octets
  /// The request's body, for auth-int.
  public var body: Octets
  /// The response, or its beginning and end with two dots between.
  public var response: String
  /// The rspauth of a response without a body, where it is known.
  public var rspauth: String?

  /// A vector of these parts.
  public init(
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
  public var description: String { source }

  /// True for hexadecimal digits that are the known response.
  public func fits(_ hex: String) -> Bool {
    let parts = response.split(separator: "..")
    guard let first = parts.first, let last = parts.last else { return false }
    return parts.count == 1 ? hex == first : hex.hasPrefix(first) && hex.hasSuffix(last)
  }
}
