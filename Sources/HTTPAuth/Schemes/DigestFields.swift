/// The parameters of Digest credentials (RFC 7616 3.4), read but not judged.
///
/// Of a parameter named twice the first counts.
public struct DigestFields: Hashable, Sendable {
  /// The user's name, or its hash.
  public var username: AuthParameter?
  /// The user's name in the extended notation of RFC 8187, undecoded.
  public var usernameExtended: AuthParameter?
  /// The realm.
  public var realm: AuthParameter?
  /// The nonce.
  public var nonce: AuthParameter?
  /// The request's target, as the client says it.
  public var uri: AuthParameter?
  /// The proof that the client knows the password.
  public var response: AuthParameter?
  /// The algorithm.
  public var algorithm: AuthParameter?
  /// The client's nonce.
  public var cnonce: AuthParameter?
  /// The server's data, returned.
  public var opaque: AuthParameter?
  /// The chosen quality of protection.
  public var qop: AuthParameter?
  /// The nonce count.
  public var nc: AuthParameter?
  /// Whether the user name is a hash.
  public var userhash: AuthParameter?

  /// The Digest parameters among those of the credentials.
  public init(_ credentials: Credentials) {
    for parameter in credentials.parameters { take(parameter) }
  }

  private mutating func take(_ parameter: AuthParameter) {
    let name = parameter.name
    func put(_ place: inout AuthParameter?) { if place == nil { place = parameter } }
    switch name.count {
    case 2 where name.matches("nc"): put(&nc)
    case 3 where name.matches("uri"): put(&uri)
    case 3 where name.matches("qop"): put(&qop)
    case 5 where name.matches("realm"): put(&realm)
    case 5 where name.matches("nonce"): put(&nonce)
    case 6 where name.matches("cnonce"): put(&cnonce)
    case 6 where name.matches("opaque"): put(&opaque)
    case 8 where name.matches("username"): put(&username)
    case 8 where name.matches("response"): put(&response)
    case 8 where name.matches("userhash"): put(&userhash)
    case 9 where name.matches("algorithm"): put(&algorithm)
    case 9 where name.matches("username*"): put(&usernameExtended)
    default: break
    }
  }

  /// The nonce count as a number: exactly eight hexadecimal digits, of either case; nil for anything else.
  public var ncValue: UInt32? {
    guard let value = nc?.value, value.count == 8 else { return nil }
    var number: UInt32 = 0
    for octet in value.bytes {
      guard let digit = octet.hexDigitValue else { return nil }
      number = number << 4 | UInt32(digit)
    }
    return number
  }

  /// True when `userhash` says that the user name is a hash.
  public var hasHashedUser: Bool { userhash?.value.matches("true") ?? false }
}
