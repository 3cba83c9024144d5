// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of field lines, and optional fields.
  static let fieldLines: [Variant] = [
    Name.fieldNamesInLowerCase.does(
      "It writes field names in lower case.",
      allowedBy: "RFC 9110 5.1",
      "Field names are case-insensitive"),
    Name.fieldNamesInUpperCase.does(
      "It writes field names in upper case.",
      allowedBy: "RFC 9112 5",
      "Each field line consists of a case-insensitive field name followed by a colon"),
    Name.cookiesInCrumbs.does(
      "It writes each cookie in a field of its own in HTTP/2.",
      allowedBy: "RFC 9113 8.2.3",
      "the Cookie header field MAY be split into separate header fields, each with one or more "
        + "cookie-pairs."),
    Name.noBlankAfterColons.does(
      "It writes no space after the colon of a field line.",
      allowedBy: "RFC 9112 5",
      "field-line = field-name \":\" OWS field-value OWS"),
    Name.tabsAfterColons.does(
      "It writes a tab after the colon of a field line.",
      allowedBy: "RFC 9110 5.6.3",
      "OWS = *( SP / HTAB )"),
    Name.blanksBehindValues.does(
      "It writes spaces at the end of field lines, except those with the length of a body.",
      allowedBy: "RFC 9112 5",
      "optional leading whitespace, the field line value, and optional trailing whitespace"),
    Name.fieldsInReverse.does(
      "It writes its field lines in another order.",
      allowedBy: "RFC 9110 5.3",
      "The order in which field lines with differing field names are received in a section is not "
        + "significant."
    ),
    Name.noAccept.does(
      "It sends no Accept.",
      allowedBy: "RFC 9110 12.5.1",
      "The \"Accept\" header field can be used by user agents to specify their preferences "
        + "regarding response media types."
    ),
    Name.sendsUserAgent.does(
      "It sends User-Agent.",
      allowedBy: "RFC 9110 10.1.5",
      "A user agent SHOULD send a User-Agent header field in each request unless specifically "
        + "configured not to do so."
    ),
    Name.sendsDate.does(
      "It sends Date.",
      allowedBy: "RFC 9110 6.6.1",
      "A user agent MAY send a Date header field in a request"),
    Name.sendsAcceptEncoding.does(
      "It requests no content coding.",
      allowedBy: "RFC 9110 12.5.3",
      "The \"Accept-Encoding\" header field can be used to indicate preferences regarding the use "
        + "of content codings"
    ),
    Name.sendsAcceptLanguage.does(
      "It sends its user's language.",
      allowedBy: "RFC 9110 12.5.4",
      "The \"Accept-Language\" header field can be used by user agents to indicate the set of "
        + "natural languages that are preferred in the response."
    ),
    Name.sendsTE.does(
      "It announces that it accepts trailers.",
      allowedBy: "RFC 9110 10.1.4",
      "The \"TE\" header field describes capabilities of the client with regard to transfer "
        + "codings and trailer sections."
    ),
    Name.sendsKeepAlive.does(
      "It sends Connection: keep-alive.",
      allowedBy: "RFC 9112 C.2.2",
      "by explicitly negotiating for them with a \"Connection: keep-alive\" request header field"),
    Name.sendsProxyConnection.does(
      "It sends Proxy-Connection to a proxy.",
      allowedBy: "RFC 9112 C.2.2",
      "clients are encouraged not to send the Proxy-Connection header field in any requests"),
    Name.sendsUpgrade.does(
      "It offers a server another protocol.",
      allowedBy: "RFC 9110 7.8",
      "A client MAY send a list of protocol names in the Upgrade header field of a request to "
        + "invite the server to switch to one or more of the named protocols"
    ),
    Name.sendsReferer.does(
      "It sends a Referer after a redirect, without user information.",
      allowedBy: "RFC 9110 10.1.3",
      "The \"Referer\" [sic] header field allows the user agent to specify a URI reference for the "
        + "resource from which the target URI was obtained"
    ),
  ]
}
