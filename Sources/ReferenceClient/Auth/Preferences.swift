// SPDX-License-Identifier: Apache-2.0

/// Behaviour of many clients that scenarios accept although the RFCs do not literally allow it.
/// Behaviour that an RFC allows is a `Variant`.
package struct Preferences: Hashable, Sendable {
  /// The value of Digest's `uri` behind a proxy.
  package enum ProxiedDigestURI: Hashable, Sendable {
    /// The request-target: the absolute URI (RFC 7616 3.4).
    case requestTarget
    /// Path and query, as in curl and browsers.
    case path
  }

  /// Digest's `uri` behind a proxy.
  package var proxiedDigestURI = ProxiedDigestURI.requestTarget
  /// Treat a Digest challenge without a realm as one with an empty realm.
  package var answersWithoutRealm = false

  /// The behaviour that the RFCs recommend.
  package init() {}
}
