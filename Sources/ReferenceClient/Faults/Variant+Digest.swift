// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of Digest.
  static let digest: [Variant] = [
    Name.userhashFalseTold.does(
      "It sends userhash=false if it does not hash the user name.",
      allowedBy: "RFC 7616 3.4",
      "Valid values are: \"true\" or \"false\". Default value is \"false\"."),
    Name.otherUserNamesQuoted.does(
      "It sends a user name outside of ASCII in username.",
      allowedBy: "RFC 7616 4",
      "clients can include the username* parameter instead"),
    Name.cnonceInHexadecimal.does(
      "Its cnonce is in hexadecimal digits.",
      allowedBy: "RFC 7616 3.4",
      "The cnonce value is an opaque quoted ASCII-only string value provided by the client"),
    Name.cnonceIsLong.does(
      "Its cnonce has 160 octets.",
      allowedBy: "RFC 7616 3.4",
      "The cnonce value is an opaque quoted ASCII-only string value provided by the client"),
    Name.cnonceWithSigns.does(
      "Its cnonce contains spaces, commas and equals signs.",
      allowedBy: "RFC 7616 3.4",
      "The cnonce value is an opaque quoted ASCII-only string value provided by the client"),
    Name.cnonceForEachNonce.does(
      "It uses one cnonce for each nonce.",
      allowedBy: "RFC 7616 3.4.6",
      "The cnonce value is a client-chosen value whose purpose is to foil chosen plaintext attacks."
    ),
    Name.authIntPreferred.does(
      "It uses auth-int if auth is offered as well.",
      allowedBy: "RFC 7616 3.4",
      "Its value MUST be one of the alternatives the server indicated it supports in the "
        + "WWW-Authenticate header field."
    ),
    Name.noAnswerWithoutQop.does(
      "It does not answer a challenge without qop.",
      allowedBy: "RFC 7616 3.3",
      "This parameter MUST be used by all implementations."),
    Name.nextNonceNotUsed.does(
      "It continues with its nonce and ignores nextnonce.",
      allowedBy: "RFC 7616 3.5",
      "Failure of the client to do so MAY result in a request to re-authenticate from the server "
        + "with the \"stale=true\".",
      breaks: ["R088"]),
    Name.staleGivenToCaller.does(
      "It does not try again if its nonce is stale.",
      allowedBy: "RFC 7616 3.3",
      "If stale is true, the client may wish to simply retry the request with a new encrypted "
        + "response",
      breaks: ["R083", "R105"], mayBeInconclusive: true),
    Name.staleRenewedOnce.does(
      "It renews a stale nonce once in a request.",
      allowedBy: "RFC 7616 3.3",
      "If stale is true, the client may wish to simply retry the request with a new encrypted "
        + "response"
    ),
  ]
}
