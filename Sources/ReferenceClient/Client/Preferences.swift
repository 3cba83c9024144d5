/// What the client does where scenarios accept more than the RFCs allow by their letter, as many clients do it; what an RFC
/// allows is a `Variant`.
package struct Preferences: Hashable, Sendable {
  /// What stands in Digest's `uri` behind a proxy.
  package enum ProxiedDigestURI: Hashable, Sendable {
    /// The request-target: the absolute URI (RFC 7616 3.4).
    case requestTarget
    /// Path and query, as curl and browsers do.
    case path
  }

  /// Digest's `uri` behind a proxy.
  package var proxiedDigestURI = ProxiedDigestURI.requestTarget
  /// Take a Digest challenge without realm for one with an empty realm.
  package var answersWithoutRealm = false

  /// The ways that the RFCs recommend.
  package init() {}
}
