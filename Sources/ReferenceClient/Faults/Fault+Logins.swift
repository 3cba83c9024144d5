// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Basic and Bearer credentials, and in the use of logins.
  static let logins: [Fault] = [
    Fault(.colonInUserSent, "R054", "It sends a user name with a colon."),
    Fault(.controlsInLoginSent, "R055", "It sends control characters in user name or password."),
    Fault(.latin1ForUTF8, "R103", "It sends user name and password in ISO 8859-1."),
    Fault(.notNormalised, "R103", "It does not normalise user name and password."),
    Fault(.passwordCutAtColon, "R060", "It cuts the password at a colon."),
    Fault(
      .emptyPasswordLeavesNoColon, "R060",
      "It omits the colon if the password is empty."),
    Fault(.longLoginCut, "R053", "It cuts the password at 255 octets."),
    Fault(.base64WithoutPadding, "R053", "It omits the padding of Base64."),
    Fault(.base64ForURLs, "R053", "It uses the URL-safe alphabet of Base64."),
    Fault(.anyTokenSent, "R113", "It sends a token that is not a b64token."),
    Fault(.tokenEncoded, "R113", "It sends the token in Base64."),
    Fault(.tokenQuoted, "R113", "It sends the token in quotes."),
    Fault(.tokenInQuery, "R112", "It also sends the token in the query."),
    Fault(.tokenAlwaysUnasked, "R116", "It sends a token to every origin without a challenge."),
    Fault(
      .errorURIFollowed, "R120", "It makes a request to the error_uri of a challenge."),
    Fault(.authorizationTwice, "R097", "It sends Authorization twice."),
    Fault(.loginsForEveryServer, "R021", "It uses a login for every server."),
    Fault(.loginsByHostOnly, "R021", "It uses a login for every port of a host."),
    Fault(.realmOfLoginIgnored, "R133", "It uses a login also for realms that it is not for."),
    Fault(
      .realmOfLoginWithoutCase, "R022", "It compares the realm of a login without regard to case."),
    Fault(.sidesShareLogins, "R031", "It uses the proxy's login for origins and the reverse."),
    Fault(
      .sidesShareSpaces, "R106",
      "It sends a proxy the credentials that an origin accepted and the reverse."),
    Fault(
      .spacesByHostOnly, "R021", "It sends credentials to every port of a host without a challenge."
    ),
    Fault(
      .spacesOnEveryServer, "R106", "It sends credentials to every server without a challenge."),
    Fault(.realmIgnoredInLookUp, "R022", "It uses an accepted login for any realm of the server."),
    Fault(.realmComparedWithoutCase, "R022", "It compares realms without regard to case."),
    Fault(
      .scopeIsWholeServer, "R061", "It sends Basic without a challenge everywhere on a server."),
    Fault(.scopeOneFolderUp, "R061", "It sends Basic without a challenge one folder too high."),
    Fault(.scopeByLetters, "R061", "It compares paths by characters, not by segments."),
    Fault(.scopeNotNormalised, "R063", "It compares paths without removing dot segments."),
    Fault(
      .replacedLoginsKept, "R134", "It continues to use logins that the caller has replaced."),
    Fault(
      .loginsOfPagesKept, "R134",
      "It continues to use a login that a redirect's target accepted after the caller "
        + "replaced it."),
    Fault(
      .firstAcceptedSchemeOnly, "R133",
      "It uses the first scheme that a server accepted for all its paths."),
    Fault(
      .latestSpaceUsed, "R135",
      "It sends the credentials that a server accepted last without a challenge, for any path."),
    Fault(.withdrawnLoginsKept, "R134", "It continues to use a login that the caller has removed."),
    Fault(.netrcBeforeGiven, "R134", "It uses the netrc file although the caller gave a login."),
    Fault(
      .netrcByPrefix, "R133",
      "It uses a netrc entry for a host whose name begins with the entry's name."),
    Fault(.netrcDefaultIgnored, "R133", "It does not support the default entry of a netrc file."),
    Fault(.netrcUserIgnored, "R133", "It uses another user's password from the netrc file."),
    Fault(.userinfoFollows, "R051", "It uses the user information of a URL for other origins."),
    Fault(.userinfoForTheProxy, "R031", "It uses the user information of a URL for the proxy."),
    Fault(.userinfoInHost, "R049", "It sends user information in Host."),
    Fault(.userinfoInTarget, "R049", "It sends user information in the request-target."),
    Fault(.userinfoOfLocationUsed, "R048", "It uses user information of a Location."),
    Fault(
      .userOfLocationLendsLogin, "R051",
      "It uses the login of the user that a Location names for any server."),
    Fault(
      .userinfoOfLocationTakenForHost, "R047",
      "It treats the user information of a Location as host and port."),
    Fault(.credentialsInReferer, "R049", "It sends user information in Referer."),
    Fault(.userNameInReferer, "R049", "It sends the user name of a URL in Referer."),
    Fault(
      .latestEnclosingSpaceUsed, "R135",
      "It sends the latest accepted credentials for a parent path, not those of the closest one."
    ),
    Fault(
      .tokenInQueryWithPUT, "R112",
      "It also sends a token in the query if it sends it preemptively with a PUT."),
    Fault(
      .tokenUnaskedAfterRedirect, "R116",
      "It sends a token without a challenge to every origin that a redirect leads to."),
  ]
}
