/// What the client does where an RFC allows several ways.
public struct Preferences: Hashable, Sendable {
  /// What becomes of a Location with user information (RFC 9110 4.2.4).
  public enum LocationUserinfo: Hashable, Sendable {
    /// "a recipient SHOULD parse for userinfo and treat its presence as an error".
    case isAnError
    /// The redirect is followed as if it were not there.
    case isIgnored
  }

  /// What stands in Digest's `uri` behind a proxy.
  public enum ProxiedDigestURI: Hashable, Sendable {
    /// The request-target: the absolute URI (RFC 7616 3.4).
    case requestTarget
    /// Path and query, as curl and browsers do.
    case path
  }

  /// How a user name that is not ASCII travels in Digest (RFC 7616 3.4).
  public enum OtherUserNames: Hashable, Sendable {
    /// In `username*` (RFC 8187).
    case extended
    /// In `username`, as UTF-8.
    case quoted
  }

  /// Location with user information.
  public var locationUserinfo = LocationUserinfo.isAnError
  /// Digest's `uri` behind a proxy.
  public var proxiedDigestURI = ProxiedDigestURI.requestTarget
  /// User names that are not ASCII.
  public var otherUserNames = OtherUserNames.extended
  /// Take auth-int rather than auth where both are offered.
  public var prefersAuthInt = false
  /// Answer a Digest challenge without qop as RFC 2069 did.
  public var answersWithoutQop = true
  /// Take a Digest challenge without realm for one with an empty realm.
  public var answersWithoutRealm = false
  /// Send remembered credentials unasked inside their protection space (RFC 7617 2.2, RFC 7616 3.6).
  public var sendsUnasked = true

  /// The ways that the RFCs recommend.
  public init() {}
}
