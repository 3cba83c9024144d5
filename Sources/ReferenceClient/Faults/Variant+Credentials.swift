// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of writing credentials.
  static let credentials: [Variant] = [
    Variant(
      .ntlmBodyWithMessage1,
      "It sends the request's body with message 1 of NTLM as well.",
      "RFC 9110 15.5.2",
      "The user agent MAY repeat the request with a new or replaced Authorization header field"),
    Variant(
      .ntlmUnasked,
      "It begins NTLM without a challenge.",
      "RFC 9110 11.6.2",
      "usually, but not necessarily, after receiving a 401 (Unauthorized)"),
    Variant(
      .schemeInLowerCase,
      "It writes the name of the scheme in lower case.",
      "RFC 9110 11.1",
      "It uses a case-insensitive token to identify the authentication scheme"),
    Variant(
      .schemeInUpperCase,
      "It writes the name of the scheme in upper case.",
      "RFC 9110 11.1",
      "It uses a case-insensitive token to identify the authentication scheme"),
    Variant(
      .blanksAfterScheme,
      "It writes two spaces after the name of the scheme.",
      "RFC 9110 11.4",
      "credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]"),
    Variant(
      .commasWithoutBlanks,
      "It writes no space after a comma.",
      "RFC 9110 5.6.1.1",
      "1#element => element *( OWS \",\" OWS element )"),
    Variant(
      .blanksBeforeCommas,
      "It writes spaces before a comma.",
      "RFC 9110 5.6.1.1",
      "1#element => element *( OWS \",\" OWS element )"),
    Variant(
      .parametersInReverse,
      "It writes the parameters of Digest in another order.",
      "RFC 9110 11.4",
      "credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]"),
    Variant(
      .parameterNamesInUpperCase,
      "It writes names of parameters in upper case.",
      "RFC 9110 11.2",
      "Authentication parameters are name/value pairs, where the name token is matched "
        + "case-insensitively"
    ),
    Variant(
      .needlessQuotedPairs,
      "It writes a backslash before a character that needs none.",
      "RFC 9110 5.6.4",
      "Recipients that process the value of a quoted-string MUST handle a quoted-pair as if it "
        + "were replaced by the octet following the backslash."
    ),
    Variant(
      .latin1WithoutCharset,
      "It sends user name and password in ISO 8859-1 if the challenge has no charset.",
      "RFC 7617 2",
      "this specification continues to leave the default encoding undefined, as long as it is "
        + "compatible with US-ASCII"
    ),
    Variant(
      .charsetOfBasicIgnored,
      "It ignores charset in a Basic challenge.",
      "RFC 7617 2.1",
      "This information is purely advisory."),
  ]
}
