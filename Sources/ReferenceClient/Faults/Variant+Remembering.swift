// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of credentials that are kept, and of those sent without a challenge.
  static let remembering: [Variant] = [
    Name.cutStoreTakenAsEmpty.does(
      "It uses no login of a file that was cut off.",
      allowedBy: "RFC 9110 11.5",
      "the user agent MAY reuse the same credentials for all other requests within that protection "
        + "space for a period of time"
    ),
    Name.storedUserReplaced.does(
      "It keeps one login for each realm: that of the user who was accepted last.",
      allowedBy: "RFC 9110 11.5",
      "the user agent MAY reuse the same credentials for all other requests within that protection "
        + "space for a period of time"
    ),
    Name.basicNeverUnasked.does(
      "It never sends Basic without a challenge.",
      allowedBy: "RFC 7617 2.2",
      "A client MAY preemptively send the corresponding Authorization header field with requests "
        + "for resources in that space without receipt of another challenge from the server."
    ),
    Name.digestNeverUnasked.does(
      "It never sends Digest without a challenge.",
      allowedBy: "RFC 7616 3.6",
      "The Authorization header field MAY be included preemptively"),
    Name.bearerNeverUnasked.does(
      "It never sends a token without a challenge.",
      allowedBy: "RFC 9110 11.5",
      "the user agent MAY reuse the same credentials for all other requests within that protection "
        + "space for a period of time"
    ),
    Name.proxyNeverUnasked.does(
      "It never sends credentials to a proxy without a challenge.",
      allowedBy: "RFC 7617 2.2",
      "it MAY reuse a user-id and password in the Proxy-Authorization header field without "
        + "receiving another challenge from the proxy server"
    ),
    Name.basicForThePathOnly.does(
      "It sends Basic without a challenge only for the path for which it was accepted.",
      allowedBy: "RFC 7617 2.2",
      "A client MAY preemptively send the corresponding Authorization header field with requests "
        + "for resources in that space without receipt of another challenge from the server."
    ),
    Name.digestForTheFolderOnly.does(
      "It sends Digest without a challenge only in the folder for which it was accepted.",
      allowedBy: "RFC 9110 11.5",
      "the user agent MAY reuse the same credentials for all other requests within that protection "
        + "space for a period of time"
    ),
  ]
}
