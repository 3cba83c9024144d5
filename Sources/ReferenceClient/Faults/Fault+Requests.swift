// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults with bodies, redirects and the caller's fields.
  static let requests: [Fault] = [
    Name.tokenInQueryAlone.breaks(
      "R114", "It sends a token in the query and not in Authorization."),
    Name.responsesCached.breaks("R138", "It delivers a cached response of an earlier caller."),
    Name.bodyDroppedOnRetry.breaks("R038", "It sends an empty body when it repeats a request."),
    Name.bodyCutOnRetry.breaks("R037", "It sends half of the body when it repeats a request."),
    Name.spentStreamSentEmpty.breaks(
      "R037", "It sends an empty body if one that can be read only once was read."),
    Name.bodyCutUnasked.breaks(
      "R038", "It sends half of the body with credentials before a challenge."),
    Name.callersAuthorizationLostWithinOrigin.breaks(
      "R147", "It drops the caller's Authorization at a redirect within the origin."),
    Name.redirectsRememberedAcrossRequests.breaks(
      "R165", "It treats a redirect as a loop if an earlier request had the same."),
    Name.bodyInvented.breaks("R038", "It sends a body although there is none."),
    Name.absoluteTargetOnRetry.breaks(
      "R038", "It sends the whole URL as target when it repeats a request."),
    Name.methodBecomesGETOnRetry.breaks("R038", "It sends GET when it repeats a request."),
    Name.queryLeftOut.breaks("R038", "It omits the query from the request-target."),
    Name.callersLinesLostOnRetry.breaks(
      "R038", "It omits the caller's fields when it repeats a request."),
    Name.callersAuthorizationIgnored.breaks("R134", "It does not send the caller's Authorization."),
    Name.callersAuthorizationDoubled.breaks(
      "R134", "It sends its own Authorization beside the caller's."),
    Name.credentialsFollow.breaks(
      "R041", "It sends the first origin's credentials to the target of a redirect."),
    Name.callersAuthorizationFollows.breaks(
      "R042", "It sends the caller's Authorization to the target of a redirect."),
    Name.callersLowerCaseAuthorizationFollows.breaks(
      "R042", "It drops the caller's Authorization only in its usual spelling."),
    Name.callersCookieFollows.breaks(
      "R042", "It sends the caller's Cookie to the target of a redirect."),
    Name.callersProxyAuthorizationFollows.breaks(
      "R042", "It sends the caller's Proxy-Authorization to the target of a redirect."),
    Name.droppedLinesComeBack.breaks("R045", "It sends dropped fields again at the next redirect."),
    Name.credentialsFollowOnTheWayBack.breaks(
      "R045", "It sends the credentials of a redirect's target to the first origin on the way back."
    ),
    Name.subdomainTakenForOrigin.breaks(
      "R047", "It treats a subdomain as its parent origin, and sends it the same credentials."),
    Name.httpsTakenForHTTP.breaks(
      "R046", "It treats https as http, and sends in clear text what should use TLS."),
    Name.originByHostOnly.breaks(
      "R042", "It treats another port as the same origin, and sends it its caller's fields."),
    Name.methodKeptOn303.breaks("R050", "It keeps the method after 303."),
    Name.bodyKeptWithGET.breaks(
      "R143", "It keeps the body if a redirect changes the method to GET."),
    Name.bodyAnnouncedWithGET.breaks(
      "R143", "It announces a body after a redirect changed the method to GET."),
    Name.redirectsNotBounded.breaks(
      "R052", "It limits neither redirects nor the challenges that it answers.", hangs: true),
    Name.cookieOfChallengeLost.breaks("R139", "It loses the cookie of a challenge."),
    Name.cookieOfRedirectLost.breaks("R139", "It loses the cookie of a redirect."),
    Name.cookiesForgotten.breaks("R139", "It forgets its cookies when a request ends."),
    Name.cookiesForEveryHost.breaks("R139", "It sends cookies to every host."),
    Name.laterUserServedFromCache.breaks("R138", "It delivers a cached response for another user."),
    Name.locationOfAnyStatusFollowed.breaks("R166", "It follows a Location with any status."),
    Name.unusableRedirectAwaited.breaks(
      "R178", "It never ends a request whose redirect it cannot follow.", hangs: true),
    Name.redirectLoopsFollowed.breaks(
      "R052", "It limits neither redirects nor the challenges that it answers after one.",
      hangs: true),
    Name.tokenInQueryAloneWithPUT.breaks(
      "R114", "It sends a token only in the query if it sends it preemptively with a PUT."),
  ]
}
