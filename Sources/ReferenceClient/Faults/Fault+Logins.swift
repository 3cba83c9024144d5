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
      "It leaves the colon out where the password is empty."),
    Fault(.longLoginCut, "R053", "It cuts the password at 255 octets."),
    Fault(.base64WithoutPadding, "R053", "It leaves the padding of base64 out."),
    Fault(.base64ForURLs, "R053", "It uses base64's alphabet for URLs."),
    Fault(.anyTokenSent, "R113", "It sends a token that is none."),
    Fault(.tokenEncoded, "R113", "It sends the token in base64."),
    Fault(.tokenQuoted, "R113", "It sends the token in quotes."),
    Fault(.tokenInQuery, "R112", "It sends the token in the query as well."),
    Fault(.tokenAlwaysUnasked, "R116", "It sends a token to every origin without being asked."),
    Fault(
      .errorURIFollowed, "R120", "It makes a request to the error_uri of a challenge."),
    Fault(.authorizationTwice, "R097", "It sends Authorization twice."),
    Fault(.loginsForEveryServer, "R021", "It uses a login for every server."),
    Fault(.loginsByHostOnly, "R021", "It uses a login for every port of a host."),
    Fault(.realmOfLoginIgnored, "R133", "It uses a login for realms that it was not given for."),
    Fault(.realmOfLoginWithoutCase, "R022", "It compares the realm of a login without case."),
    Fault(.sidesShareLogins, "R031", "It uses the proxy's login for origins and the reverse."),
    Fault(.sidesShareSpaces, "R106", "It sends a proxy what an origin accepted and the reverse."),
    Fault(.spacesByHostOnly, "R021", "It sends credentials unasked to every port of a host."),
    Fault(.spacesOnEveryServer, "R106", "It sends credentials unasked to every server."),
    Fault(.realmIgnoredInLookUp, "R022", "It uses an accepted login for any realm of the server."),
    Fault(.realmComparedWithoutCase, "R022", "It compares realms without case."),
    Fault(.scopeIsWholeServer, "R061", "It sends Basic unasked everywhere on a server."),
    Fault(.scopeOneFolderUp, "R061", "It sends Basic unasked one folder too high."),
    Fault(.scopeByLetters, "R061", "It compares paths by letters, not by segments."),
    Fault(.scopeNotNormalised, "R063", "It compares paths with their dot segments."),
    Fault(
      .replacedLoginsKept, "R134", "It goes on with the logins that the caller has replaced."),
    Fault(
      .loginsOfPagesKept, "R134",
      "It goes on with a login that a redirect's target accepted though the caller replaced it."),
    Fault(
      .firstAcceptedSchemeOnly, "R133",
      "It answers a server by the scheme that it accepted first, whatever another path asks for."),
    Fault(
      .latestSpaceUsed, "R135", "It sends unasked what a server accepted last, whatever the path."),
    Fault(.withdrawnLoginsKept, "R134", "It goes on using a login that the caller has withdrawn."),
    Fault(.netrcBeforeGiven, "R134", "It uses the netrc file though the caller gave a login."),
    Fault(.netrcByPrefix, "R133", "It takes a netrc entry for a host whose name begins alike."),
    Fault(.netrcDefaultIgnored, "R133", "It does not know the default entry of a netrc file."),
    Fault(.netrcUserIgnored, "R133", "It takes another user's password from the netrc file."),
    Fault(.userinfoFollows, "R051", "It uses the user information of a URL for other origins."),
    Fault(.userinfoForTheProxy, "R031", "It uses the user information of a URL for the proxy."),
    Fault(.userinfoInHost, "R049", "It sends user information in Host."),
    Fault(.userinfoInTarget, "R049", "It sends user information in the request-target."),
    Fault(.userinfoOfLocationUsed, "R048", "It uses user information of a Location."),
    Fault(
      .userOfLocationLendsLogin, "R051",
      "It answers wherever a Location leads with the login of the user that it names."),
    Fault(
      .userinfoOfLocationTakenForHost, "R047",
      "It takes the user information of a Location for host and port."),
    Fault(.credentialsInReferer, "R049", "It sends user information in Referer."),
    Fault(.userNameInReferer, "R049", "It sends the user name of a URL in Referer."),
    Fault(
      .latestEnclosingSpaceUsed, "R135",
      "It sends what was accepted last for a path above the request, not what was accepted for the closest one."
    ),
    Fault(
      .tokenInQueryWithPUT, "R112",
      "It sends a token in the query as well when it sends it unasked with a PUT."),
    Fault(
      .tokenUnaskedAfterRedirect, "R116",
      "It sends a token unasked to every origin that a redirect leads to."),
  ]
}
