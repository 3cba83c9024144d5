// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of bodies and their framing.
  static let bodies: [Variant] = [
    Variant(
      .expectsContinue,
      "It waits before each body for 100 (Continue), for a limited time.",
      "RFC 9110 10.1.1",
      "such a client MAY proceed to send the content even if it has not yet received a response"),
    Variant(
      .chunkedOnceKnown,
      "It sends a body again in chunks to a server that has answered in HTTP/1.1.",
      "RFC 9112 6.3",
      "such knowledge can be in the form of specific user configuration or by remembering the "
        + "version of a prior received response"
    ),
    Variant(
      .smallChunks,
      "It sends chunks of few octets.",
      "RFC 9112 7.1",
      "The chunk-size field is a string of hex digits indicating the size of the chunk-data in "
        + "octets."
    ),
    Variant(
      .chunkSizesWithZeros,
      "It writes chunk sizes with leading zeros and upper-case digits.",
      "RFC 9112 7.1",
      "chunk-size = 1*HEXDIG"),
    Variant(
      .chunkExtensions,
      "It sends chunk extensions.",
      "RFC 9112 7.1.1",
      "The chunked coding allows each chunk to include zero or more chunk extensions"),
    Variant(
      .trailersSent,
      "It sends a trailer section after a chunked body.",
      "RFC 9112 7.1",
      "chunked-body = *chunk last-chunk trailer-section CRLF"),
    Variant(
      .lengthOfNothingSent,
      "It sends Content-Length: 0 if there is no body.",
      "RFC 9110 8.6",
      "Any Content-Length field value greater than or equal to zero is valid."),
    Variant(
      .noLengthOfNothing,
      "It sends no Content-Length with a POST that has no body.",
      "RFC 9112 6.3",
      "If this is a request message and none of the above are true, then the message body length "
        + "is zero (no message body is present)."
    ),
    Variant(
      .sendsContentType,
      "It sends a Content-Type if its caller does not.",
      "RFC 9110 8.3",
      "A sender that generates a message containing content SHOULD generate a Content-Type header "
        + "field in that message"
    ),
  ]
}
