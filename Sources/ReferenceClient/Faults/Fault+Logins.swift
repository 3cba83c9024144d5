// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Basic and Bearer credentials, and in the use of logins.
  static let logins: [Fault] = [
    Name.colonInUserSent.breaks("R054", "It sends a user name with a colon."),
    Name.controlsInLoginSent.breaks(
      "R055", "It sends control characters in user name or password."),
    Name.passwordCutAtColon.breaks("R060", "It cuts the password at a colon."),
    Name.emptyPasswordLeavesNoColon.breaks("R060", "It omits the colon if the password is empty."),
    Name.longLoginCut.breaks("R053", "It cuts the password at 255 octets."),
    Name.base64WithoutPadding.breaks("R053", "It omits the padding of Base64."),
    Name.anyTokenSent.breaks("R140", "It sends a token that is not a b64token."),
    Name.tokenQuoted.breaks("R113", "It sends the token in quotes."),
    Name.tokenInQuery.breaks("R112", "It also sends the token in the query."),
    Name.tokenAlwaysUnasked.breaks("R116", "It sends a token to every origin without a challenge."),
    Name.errorURIFollowed.breaks("R120", "It makes a request to the error_uri of a challenge."),
    Name.authorizationTwice.breaks("R097", "It sends Authorization twice."),
    Name.loginsForEveryServer.breaks("R021", "It uses a login for every server."),
    Name.realmOfLoginIgnored.breaks("R133", "It uses a login also for realms that it is not for."),
    Name.realmOfLoginWithoutCase.breaks(
      "R022", "It compares the realm of a login without regard to case."),
    Name.sidesShareLogins.breaks("R031", "It uses the proxy's login for origins and the reverse."),
    Name.sidesShareSpaces.breaks(
      "R106", "It sends a proxy the credentials that an origin accepted and the reverse."),
    Name.spacesByHostOnly.breaks(
      "R021", "It sends credentials to every port of a host without a challenge."),
    Name.scopeOneFolderUp.breaks("R061", "It sends Basic without a challenge one folder too high."),
    Name.scopeByLetters.breaks("R061", "It compares paths by characters, not by segments."),
    Name.scopeNotNormalised.breaks("R063", "It compares paths without removing dot segments."),
    Name.replacedLoginsKept.breaks(
      "R134", "It continues to use logins that the caller has replaced."),
    Name.latestSpaceUsed.breaks(
      "R135",
      "It sends the credentials that a server accepted last without a challenge, for any path."),
    Name.withdrawnLoginsKept.breaks(
      "R477", "It continues to use a login that the caller has removed."),
    Name.netrcUserIgnored.breaks("R134", "It uses another user's password from the netrc file."),
    Name.userinfoFollows.breaks("R051", "It uses the user information of a URL for other origins."),
    Name.userinfoForTheProxy.breaks("R031", "It uses the user information of a URL for the proxy."),
    Name.userinfoInHost.breaks("R049", "It sends user information in Host."),
    Name.userinfoInTarget.breaks("R049", "It sends user information in the request-target."),
    Name.userinfoOfLocationUsed.breaks("R048", "It uses user information of a Location."),
    Name.userOfLocationLendsLogin.breaks(
      "R051", "It uses the login of the user that a Location names for any server."),
    Name.userinfoOfLocationTakenForHost.breaks(
      "R047", "It treats the user information of a Location as host and port."),
    Name.credentialsInReferer.breaks("R049", "It sends user information in Referer."),
    Name.userNameInReferer.breaks("R049", "It sends the user name of a URL in Referer."),
    Name.latestEnclosingSpaceUsed.breaks(
      "R135",
      "It sends the latest accepted credentials for a parent path, not those of the closest one."),
    Name.tokenInQueryWithPUT.breaks(
      "R112", "It also sends a token in the query if it sends it preemptively with a PUT."),
    Name.tokenUnaskedAfterRedirect.breaks(
      "R116", "It sends a token without a challenge to every origin that a redirect leads to."),
  ]
}
