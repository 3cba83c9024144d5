// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of writing credentials.
  static let credentials: [Variant] = [
    Name.ntlmBodyWithMessage1.does(
      "It sends the request's body with message 1 of NTLM as well.",
      allowedBy: "RFC 9110 15.5.2",
      "The user agent MAY repeat the request with a new or replaced Authorization header field"),
    Name.ntlmUnasked.does(
      "It begins NTLM without a challenge.",
      allowedBy: "RFC 9110 11.6.2",
      "usually, but not necessarily, after receiving a 401 (Unauthorized)"),
    Name.serverSignatureDemanded.does(
      "It takes a response without the server's signature for no success of SCRAM.",
      allowedBy: "RFC 5802 5",
      "The client then authenticates the server by computing the ServerSignature and comparing it "
        + "to the value sent by the server."),
    Name.schemeInLowerCase.does(
      "It writes the name of the scheme in lower case.",
      allowedBy: "RFC 9110 11.1",
      "It uses a case-insensitive token to identify the authentication scheme"),
    Name.schemeInUpperCase.does(
      "It writes the name of the scheme in upper case.",
      allowedBy: "RFC 9110 11.1",
      "It uses a case-insensitive token to identify the authentication scheme"),
    Name.blanksAfterScheme.does(
      "It writes two spaces after the name of the scheme.",
      allowedBy: "RFC 9110 11.4",
      "credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]"),
    Name.commasWithoutBlanks.does(
      "It writes no space after a comma.",
      allowedBy: "RFC 9110 5.6.1.1",
      "1#element => element *( OWS \",\" OWS element )"),
    Name.blanksBeforeCommas.does(
      "It writes spaces before a comma.",
      allowedBy: "RFC 9110 5.6.1.1",
      "1#element => element *( OWS \",\" OWS element )"),
    Name.parametersInReverse.does(
      "It writes the parameters of Digest in another order.",
      allowedBy: "RFC 9110 11.4",
      "credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]"),
    Name.parameterNamesInUpperCase.does(
      "It writes names of parameters in upper case.",
      allowedBy: "RFC 9110 11.2",
      "Authentication parameters are name/value pairs, where the name token is matched "
        + "case-insensitively"
    ),
    Name.needlessQuotedPairs.does(
      "It writes a backslash before a character that needs none.",
      allowedBy: "RFC 9110 5.6.4",
      "Recipients that process the value of a quoted-string MUST handle a quoted-pair as if it "
        + "were replaced by the octet following the backslash."
    ),
    Name.latin1WithoutCharset.does(
      "It sends user name and password in ISO 8859-1 if the challenge has no charset.",
      allowedBy: "RFC 7617 2",
      "this specification continues to leave the default encoding undefined, as long as it is "
        + "compatible with US-ASCII"
    ),
    Name.charsetOfBasicIgnored.does(
      "It ignores charset in a Basic challenge.",
      allowedBy: "RFC 7617 2.1",
      "This information is purely advisory."),
  ]
}
