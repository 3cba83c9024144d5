// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of Digest.
  static let digest: [Variant] = [
    Variant(
      .userhashFalseTold,
      "It sends userhash=false if it does not hash the user name.",
      "RFC 7616 3.4",
      "Valid values are: \"true\" or \"false\". Default value is \"false\"."),
    Variant(
      .otherUserNamesQuoted,
      "It sends a user name outside of ASCII in username.",
      "RFC 7616 4",
      "clients can include the username* parameter instead"),
    Variant(
      .cnonceInHexadecimal,
      "Its cnonce is in hexadecimal digits.",
      "RFC 7616 3.4",
      "The cnonce value is an opaque quoted ASCII-only string value provided by the client"),
    Variant(
      .cnonceIsLong,
      "Its cnonce has 160 octets.",
      "RFC 7616 3.4",
      "The cnonce value is an opaque quoted ASCII-only string value provided by the client"),
    Variant(
      .cnonceWithSigns,
      "Its cnonce contains spaces, commas and equals signs.",
      "RFC 7616 3.4",
      "The cnonce value is an opaque quoted ASCII-only string value provided by the client"),
    Variant(
      .cnonceForEachNonce,
      "It uses one cnonce for each nonce.",
      "RFC 7616 3.4.6",
      "The cnonce value is a client-chosen value whose purpose is to foil chosen plaintext attacks."
    ),
    Variant(
      .authIntPreferred,
      "It uses auth-int if auth is offered as well.",
      "RFC 7616 3.4",
      "Its value MUST be one of the alternatives the server indicated it supports in the "
        + "WWW-Authenticate header field."
    ),
    Variant(
      .noAnswerWithoutQop,
      "It does not answer a challenge without qop.",
      "RFC 7616 3.3",
      "This parameter MUST be used by all implementations."),
    Variant(
      .nextNonceNotUsed,
      "It continues with its nonce, whatever nextnonce says.",
      "RFC 7616 3.5",
      "Failure of the client to do so MAY result in a request to re-authenticate from the server "
        + "with the \"stale=true\".",
      breaks: ["R088"]),
    Variant(
      .staleGivenToCaller,
      "It does not try again if its nonce is stale.",
      "RFC 7616 3.3",
      "If stale is true, the client may wish to simply retry the request with a new encrypted "
        + "response",
      breaks: ["R083", "R105"]),
    Variant(
      .staleRenewedOnce,
      "It renews a stale nonce once in a request.",
      "RFC 7616 3.3",
      "If stale is true, the client may wish to simply retry the request with a new encrypted "
        + "response"
    ),
  ]
}
