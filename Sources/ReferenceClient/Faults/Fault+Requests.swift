// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults with bodies, redirects and the caller's fields.
  static let requests: [Fault] = [
    Fault(.tokenInQueryAlone, "R114", "It sends a token in the query and not in Authorization."),
    Fault(
      .responsesCached, "R138",
      "It delivers a cached response of an earlier caller."),
    Fault(.bodyDroppedOnRetry, "R038", "It sends an empty body when it repeats a request."),
    Fault(.bodyCutOnRetry, "R037", "It sends half of the body when it repeats a request."),
    Fault(.bodyTwiceOnRetry, "R038", "It sends the body twice when it repeats a request."),
    Fault(
      .spentStreamSentEmpty, "R037",
      "It sends an empty body if one that can be read only once was read."),
    Fault(
      .bodyCutUnasked, "R038",
      "It sends half of the body with credentials before a challenge."),
    Fault(
      .callersAuthorizationLostWithinOrigin, "R147",
      "It drops the caller's Authorization at a redirect within the origin."),
    Fault(
      .loginPageBodyLost, "R038",
      "It drops the body at the redirect that follows an answered challenge."),
    Fault(
      .loginFollowsNextParameter, "R041",
      "It sends credentials to another origin if the redirecting URL names a next page."),
    Fault(
      .redirectsRememberedAcrossRequests, "R165",
      "It treats a redirect as a loop if an earlier request had the same."),
    Fault(.bodyInvented, "R038", "It sends a body although there is none."),
    Fault(
      .absoluteTargetOnRetry, "R038", "It sends the whole URL as target when it repeats a request."),
    Fault(.methodBecomesGETOnRetry, "R038", "It sends GET when it repeats a request."),
    Fault(.queryLeftOut, "R038", "It omits the query from the request-target."),
    Fault(
      .callersLinesLostOnRetry, "R038",
      "It omits the caller's fields when it repeats a request."),
    Fault(.callersAuthorizationIgnored, "R134", "It does not send the caller's Authorization."),
    Fault(
      .callersAuthorizationDoubled, "R134",
      "It sends its own Authorization beside the caller's."),
    Fault(
      .callersAuthorizationRepeated, "R134",
      "It answers a challenge although the caller set Authorization."),
    Fault(
      .credentialsFollow, "R041",
      "It sends the first origin's credentials to the target of a redirect."),
    Fault(
      .credentialsFollowToSameHost, "R041",
      "It sends an origin's credentials to another port of its host after a redirect."),
    Fault(
      .credentialsFollowAtSecondHop, "R045",
      "It sends the first origin's credentials at the second redirect."),
    Fault(
      .firstOriginsLoginForTarget, "R051",
      "It answers the target's challenge with the first origin's login."),
    Fault(
      .callersAuthorizationFollows, "R042",
      "It sends the caller's Authorization to the target of a redirect."),
    Fault(
      .callersLowerCaseAuthorizationFollows, "R042",
      "It drops the caller's Authorization only in its usual spelling."),
    Fault(
      .callersCookieFollows, "R042",
      "It sends the caller's Cookie to the target of a redirect."),
    Fault(
      .callersProxyAuthorizationFollows, "R042",
      "It sends the caller's Proxy-Authorization to the target of a redirect."),
    Fault(.droppedLinesComeBack, "R045", "It sends dropped fields again at the next redirect."),
    Fault(
      .credentialsFollowOnTheWayBack, "R045",
      "It sends the credentials of a redirect's target to the first origin on the way back."),
    Fault(
      .subdomainTakenForOrigin, "R047",
      "It treats a subdomain as its parent origin, and sends it the same credentials."),
    Fault(
      .httpsTakenForHTTP, "R046",
      "It treats https as http, and sends in clear text what should use TLS."),
    Fault(.originByHostOnly, "R047", "It treats another port as the same origin."),
    Fault(.methodChangedOn307, "R038", "It sends GET after 307 and 308."),
    Fault(.methodKeptOn303, "R050", "It keeps the method after 303."),
    Fault(
      .bodyKeptWithGET, "R050",
      "It keeps the body if a redirect changes the method to GET."),
    Fault(
      .bodyAnnouncedWithGET, "R050",
      "It announces a body after a redirect changed the method to GET."),
    Fault(.bodyFieldsKeptWithGET, "R143", "It keeps the fields about a removed body."),
    Fault(.bodyDroppedOnRedirect, "R038", "It drops the body at a redirect that keeps the method."),
    Fault(
      .redirectsNotBounded, "R052",
      "It limits neither redirects nor the challenges that it answers.", hangs: true),
    Fault(.cookieOfChallengeLost, "R038", "It loses the cookie of a challenge."),
    Fault(.cookieOfRedirectLost, "R139", "It loses the cookie of a redirect."),
    Fault(.oldCookieKept, "R139", "It keeps the old value of a cookie."),
    Fault(.cookiesForgotten, "R139", "It forgets its cookies when a request ends."),
    Fault(.cookiesForEveryHost, "R139", "It sends cookies to every host."),
    Fault(
      .laterUserServedFromCache, "R138",
      "It delivers a cached response for another user."),
    Fault(
      .locationOfAnyStatusFollowed, "R166", "It follows a Location with any status."),
    Fault(
      .unusableRedirectAwaited, "R178", "It never ends a request whose redirect it cannot follow.",
      hangs: true),
    Fault(
      .redirectLoopsFollowed, "R052",
      "It limits neither redirects nor the challenges that it answers after one.", hangs: true
    ),
    Fault(
      .tokenInQueryAloneWithPUT, "R114",
      "It sends a token only in the query if it sends it preemptively with a PUT."),
  ]
}
