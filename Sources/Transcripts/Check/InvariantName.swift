// SPDX-License-Identifier: Apache-2.0

/// The rules that are checked in every case. The raw value is the name that reports have.
package enum InvariantName: String, Hashable, Sendable, CaseIterable {
  /// Credentials and tokens go only to the servers that they are for.
  case secretsStay = "secrets-stay"
  /// No user information stands in a target or a field.
  case userInformation = "user-information"
  /// A password or token goes in clear only where its scheme was offered.
  case clearOnlyWhereOffered = "clear-only-where-offered"
  /// A nonce goes only to the server that issued it.
  case nonceStays = "nonce-stays"
  /// Credentials have the form of their scheme.
  case wellFormed = "well-formed"
  /// algorithm, qop and nc are not quoted.
  case bareTokens = "bare-tokens"
  /// nc counts the requests with a nonce.
  case nonceCount = "nonce-count"
  /// cnonce is long enough, and made anew.
  case clientNonce = "client-nonce"
  /// The key of a -sess algorithm stays the same.
  case sessionKey = "session-key"
  /// The credentials of proxies and origins are kept apart.
  case proxySeparation = "proxy-separation"
  /// What is for https goes over TLS.
  case secured
  /// A client certificate is shown only where it belongs.
  case certificateStays = "certificate-stays"
  /// A connection that is logged in serves its user alone.
  case connectionLoginStays = "connection-login-stays"
  /// realm, nonce and opaque come back unchanged.
  case echo
  /// Text of a challenge adds no header line.
  case nothingInjected = "nothing-injected"
  /// The requests of a step come to an end.
  case bounded
  /// Refused credentials are not sent again.
  case rejectedNotRepeated = "rejected-not-repeated"
  /// The user is asked only where that is allowed.
  case asksOnlyWhenAllowed = "asks-only-when-allowed"
  /// The rules of RFC 6455 for frames.
  case webSocketRules = "websocket"
  /// The file of a store is private.
  case storePrivate = "store-private"
  /// The client neither crashes nor hangs.
  case clientIsSound = "client-is-sound"
}

extension InvariantName {
  private static let prefix = "invariant."

  /// The id of its check.
  package var check: String { InvariantName.prefix + rawValue }

  /// The invariant whose check has that id; `nil` if none has.
  package init?(check id: String) {
    guard id.hasPrefix(InvariantName.prefix) else { return nil }
    self.init(rawValue: String(id.dropFirst(InvariantName.prefix.count)))
  }
}
