extension Variant {
  /// Variants of credentials sent without a challenge.
  static let remembering: [Variant] = [
    Variant(
      .basicNeverUnasked,
      "It never sends Basic unasked.",
      "RFC 7617 2.2",
      "A client MAY preemptively send the corresponding Authorization header field with requests for resources in that space without receipt of another challenge from the server."
    ),
    Variant(
      .digestNeverUnasked,
      "It never sends Digest unasked.",
      "RFC 7616 3.6",
      "The Authorization header field MAY be included preemptively"),
    Variant(
      .bearerNeverUnasked,
      "It never sends a token unasked.",
      "RFC 9110 11.5",
      "the user agent MAY reuse the same credentials for all other requests within that protection space for a period of time"
    ),
    Variant(
      .proxyNeverUnasked,
      "It never sends credentials to a proxy unasked.",
      "RFC 7617 2.2",
      "it MAY reuse a user-id and password in the Proxy-Authorization header field without receiving another challenge from the proxy server"
    ),
    Variant(
      .basicForThePathOnly,
      "It sends Basic unasked for the path alone that it was accepted for.",
      "RFC 7617 2.2",
      "A client MAY preemptively send the corresponding Authorization header field with requests for resources in that space without receipt of another challenge from the server."
    ),
    Variant(
      .digestForTheFolderOnly,
      "It sends Digest unasked no further than the folder that it was accepted for.",
      "RFC 9110 11.5",
      "the user agent MAY reuse the same credentials for all other requests within that protection space for a period of time"
    ),
  ]
}
