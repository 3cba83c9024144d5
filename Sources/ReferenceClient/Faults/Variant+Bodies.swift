// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of bodies and their framing.
  static let bodies: [Variant] = [
    Name.expectsContinue.does(
      "It waits before each body for 100 (Continue), for a limited time.",
      allowedBy: "RFC 9110 10.1.1",
      "such a client MAY proceed to send the content even if it has not yet received a response"),
    Name.chunkedOnceKnown.does(
      "It sends a body again in chunks to a server that has answered in HTTP/1.1.",
      allowedBy: "RFC 9112 6.3",
      "such knowledge can be in the form of specific user configuration or by remembering the "
        + "version of a prior received response"
    ),
    Name.smallChunks.does(
      "It sends chunks of few octets.",
      allowedBy: "RFC 9112 7.1",
      "The chunk-size field is a string of hex digits indicating the size of the chunk-data in "
        + "octets."
    ),
    Name.chunkSizesWithZeros.does(
      "It writes chunk sizes with leading zeros and upper-case digits.",
      allowedBy: "RFC 9112 7.1",
      "chunk-size = 1*HEXDIG"),
    Name.chunkExtensions.does(
      "It sends chunk extensions.",
      allowedBy: "RFC 9112 7.1.1",
      "The chunked coding allows each chunk to include zero or more chunk extensions"),
    Name.trailersSent.does(
      "It sends a trailer section after a chunked body.",
      allowedBy: "RFC 9112 7.1",
      "chunked-body = *chunk last-chunk trailer-section CRLF"),
    Name.lengthOfNothingSent.does(
      "It sends Content-Length: 0 if there is no body.",
      allowedBy: "RFC 9110 8.6",
      "Any Content-Length field value greater than or equal to zero is valid."),
    Name.noLengthOfNothing.does(
      "It sends no Content-Length with a POST that has no body.",
      allowedBy: "RFC 9112 6.3",
      "If this is a request message and none of the above are true, then the message body length "
        + "is zero (no message body is present)."
    ),
    Name.sendsContentType.does(
      "It sends a Content-Type if its caller does not.",
      allowedBy: "RFC 9110 8.3",
      "A sender that generates a message containing content SHOULD generate a Content-Type header "
        + "field in that message"
    ),
  ]
}
