// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of field lines, and optional fields.
  static let fieldLines: [Variant] = [
    Variant(
      .fieldNamesInLowerCase,
      "It writes field names in lower case.",
      "RFC 9110 5.1",
      "Field names are case-insensitive"),
    Variant(
      .fieldNamesInUpperCase,
      "It writes field names in upper case.",
      "RFC 9112 5",
      "Each field line consists of a case-insensitive field name followed by a colon"),
    Variant(
      .cookiesInCrumbs,
      "It writes each cookie in a field of its own in HTTP/2.",
      "RFC 9113 8.2.3",
      "the Cookie header field MAY be split into separate header fields, each with one or more "
        + "cookie-pairs."),
    Variant(
      .noBlankAfterColons,
      "It writes no space after the colon of a field line.",
      "RFC 9112 5",
      "field-line = field-name \":\" OWS field-value OWS"),
    Variant(
      .tabsAfterColons,
      "It writes a tab after the colon of a field line.",
      "RFC 9110 5.6.3",
      "OWS = *( SP / HTAB )"),
    Variant(
      .blanksBehindValues,
      "It writes spaces at the end of field lines, except those with the length of a body.",
      "RFC 9112 5",
      "optional leading whitespace, the field line value, and optional trailing whitespace"),
    Variant(
      .fieldsInReverse,
      "It writes its field lines in another order.",
      "RFC 9110 5.3",
      "The order in which field lines with differing field names are received in a section is not "
        + "significant."
    ),
    Variant(
      .noAccept,
      "It sends no Accept.",
      "RFC 9110 12.5.1",
      "The \"Accept\" header field can be used by user agents to specify their preferences "
        + "regarding response media types."
    ),
    Variant(
      .sendsUserAgent,
      "It sends User-Agent.",
      "RFC 9110 10.1.5",
      "A user agent SHOULD send a User-Agent header field in each request unless specifically "
        + "configured not to do so."
    ),
    Variant(
      .sendsDate,
      "It sends Date.",
      "RFC 9110 6.6.1",
      "A user agent MAY send a Date header field in a request"),
    Variant(
      .sendsAcceptEncoding,
      "It requests no content coding.",
      "RFC 9110 12.5.3",
      "The \"Accept-Encoding\" header field can be used to indicate preferences regarding the use "
        + "of content codings"
    ),
    Variant(
      .sendsAcceptLanguage,
      "It sends its user's language.",
      "RFC 9110 12.5.4",
      "The \"Accept-Language\" header field can be used by user agents to indicate the set of "
        + "natural languages that are preferred in the response."
    ),
    Variant(
      .sendsTE,
      "It announces that it accepts trailers.",
      "RFC 9110 10.1.4",
      "The \"TE\" header field describes capabilities of the client with regard to transfer "
        + "codings and trailer sections."
    ),
    Variant(
      .sendsKeepAlive,
      "It sends Connection: keep-alive.",
      "RFC 9112 C.2.2",
      "by explicitly negotiating for them with a \"Connection: keep-alive\" request header field"),
    Variant(
      .sendsProxyConnection,
      "It sends Proxy-Connection to a proxy.",
      "RFC 9112 C.2.2",
      "clients are encouraged not to send the Proxy-Connection header field in any requests"),
    Variant(
      .sendsUpgrade,
      "It offers a server another protocol.",
      "RFC 9110 7.8",
      "A client MAY send a list of protocol names in the Upgrade header field of a request to "
        + "invite the server to switch to one or more of the named protocols"
    ),
    Variant(
      .sendsReferer,
      "It sends a Referer after a redirect, without user information.",
      "RFC 9110 10.1.3",
      "The \"Referer\" [sic] header field allows the user agent to specify a URI reference for the "
        + "resource from which the target URI was obtained"
    ),
  ]
}
