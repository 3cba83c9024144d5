extension Fault {
  /// Faults with bodies, redirects and the caller's fields.
  static let requests: [Fault] = [
    Fault(.tokenInQueryAlone, "R114", "It sends a token in the query and not in Authorization."),
    Fault(
      .responsesCached, "R138",
      "It gives its caller the response that it gave to an earlier caller."),
    Fault(.bodyDroppedOnRetry, "R038", "It sends an empty body when it tries again."),
    Fault(.bodyCutOnRetry, "R037", "It sends half of the body when it tries again."),
    Fault(.bodyTwiceOnRetry, "R038", "It sends the body twice when it tries again."),
    Fault(
      .spentStreamSentEmpty, "R037",
      "It sends an empty body where one that can be read once is spent."),
    Fault(
      .bodyCutUnasked, "R038",
      "It sends half of the body with credentials that nobody has asked for yet."),
    Fault(
      .callersAuthorizationLostWithinOrigin, "R147",
      "It drops the caller's Authorization at a redirect within the origin."),
    Fault(
      .loginPageBodyLost, "R038",
      "It drops the body at the redirect that follows an answered challenge."),
    Fault(
      .loginFollowsNextParameter, "R041",
      "It sends an origin's credentials along where the redirecting URL names a next page."),
    Fault(
      .redirectsRememberedAcrossRequests, "R165",
      "It takes a redirect for a loop that led to the same place in an earlier request."),
    Fault(.bodyInvented, "R038", "It sends a body where there is none."),
    Fault(
      .absoluteTargetOnRetry, "R038", "It sends the whole URL as target when it tries again."),
    Fault(.methodBecomesGETOnRetry, "R038", "It sends GET when it tries again."),
    Fault(.queryLeftOut, "R038", "It leaves the query out of the request-target."),
    Fault(
      .callersLinesLostOnRetry, "R038",
      "It leaves the caller's fields out when it tries again."),
    Fault(.callersAuthorizationIgnored, "R134", "It does not send the caller's Authorization."),
    Fault(
      .callersAuthorizationDoubled, "R134",
      "It sends its own Authorization beside the caller's."),
    Fault(
      .callersAuthorizationRepeated, "R134",
      "It answers a challenge although the caller wrote Authorization."),
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
      "It brings the credentials of a redirect's target along on the way back."),
    Fault(
      .subdomainTakenForOrigin, "R047",
      "It takes a subdomain for the origin above it, and sends it the same credentials."),
    Fault(
      .httpsTakenForHTTP, "R046",
      "It takes https for http, and sends in clear what was to go over TLS."),
    Fault(.originByHostOnly, "R047", "It takes another port for the same origin."),
    Fault(.methodChangedOn307, "R038", "It sends GET after 307 and 308."),
    Fault(.methodKeptOn303, "R050", "It keeps the method after 303."),
    Fault(
      .bodyKeptWithGET, "R050",
      "It keeps the body where a redirect turns the method into GET."),
    Fault(
      .bodyAnnouncedWithGET, "R050",
      "It announces a body where a redirect has turned the method into GET."),
    Fault(.bodyFieldsKeptWithGET, "R143", "It keeps the fields about a body that is gone."),
    Fault(.bodyDroppedOnRedirect, "R038", "It drops the body at a redirect that keeps the method."),
    Fault(
      .redirectsNotBounded, "R052",
      "It sets no limit to redirects, nor to the challenges that it answers.", hangs: true),
    Fault(.cookieOfChallengeLost, "R038", "It loses the cookie of a challenge."),
    Fault(.cookieOfRedirectLost, "R139", "It loses the cookie of a redirect."),
    Fault(.oldCookieKept, "R139", "It keeps the old value of a cookie."),
    Fault(.cookiesForgotten, "R139", "It forgets its cookies when a request ends."),
    Fault(.cookiesForEveryHost, "R139", "It sends cookies to every host."),
    Fault(
      .laterUserServedFromCache, "R138",
      "It gives its caller a response from a cache that another user was given."),
    Fault(
      .locationOfAnyStatusFollowed, "R166", "It follows a Location whatever the status is."),
    Fault(
      .unusableRedirectAwaited, "R178", "It never ends a request whose redirect it cannot follow.",
      hangs: true),
    Fault(
      .redirectLoopsFollowed, "R052",
      "It sets no limit to redirects, nor to the challenges that it answers after one.", hangs: true
    ),
    Fault(
      .tokenInQueryAloneWithPUT, "R114",
      "It sends a token in the query alone when it sends it unasked with a PUT."),
  ]
}
