// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Final responses: redirects, and what is delivered.
extension Exchange {
  func takeFinal(_ response: Response) {
    let policy = RedirectPolicy(
      faults: faults, isProxied: proxyPeer != nil, hasCookies: settings.cookies)
    guard policy.isRedirect(response.head.status),
      let location = response.head.fields.first("Location"),
      settings.redirects > 0 || faults.has(.redirectsNotBounded)
    else { return deliver(response) }
    if !["GET", "HEAD", "OPTIONS"].contains(hop.method),
      !policy.becomesGET(hop.method, response.head.status),
      faults.takes(.unsafeRedirectsGivenToCaller)
    {
      return deliver(response)
    }
    guard
      redirectCount < settings.redirects || faults.has(.redirectsNotBounded)
        || faults.has(.redirectLoopsFollowed)
    else {
      return fail(.redirects, "more than \(settings.redirects) redirects")
    }
    redirectCount += 1
    do throws(AddressError) {
      var address = try target(of: location)
      var isMistakenForSame = false
      if let info = address.userinfo {
        address.userinfo = nil
        isMistakenForSame =
          info.user.latin1 == hop.address.origin.host && address.origin != hop.address.origin
          && faults.has(.userinfoComparedAsHost)
        if isMistakenForSame {
          // Continues as if the origin had not changed.
        } else if faults.has(.userinfoOfLocationUsed) {
          userinfo = (address.origin, info)
        } else if let login = settings.credentials.first(where: { $0.user == info.user }),
          faults.has(.userOfLocationLendsLogin)
        {
          userinfo = (
            address.origin, WebAddress.Userinfo(user: login.user, password: login.password)
          )
        } else if let port = info.password.flatMap({ UInt16($0.latin1) }),
          faults.has(.userinfoOfLocationTakenForHost)
        {
          address.origin.host = info.user.latin1
          address.origin.port = port
        } else if !faults.takes(.locationUserinfoIgnored) {
          return fail(.url, "the redirect leads to a URL with user information")
        }
      }
      guard mayFollow(to: address.origin) else { return deliver(response) }
      if address.origin != hop.address.origin, faults.takes(.redirectsAtHomeOnly) {
        return deliver(response)
      }
      follow(
        to: address.spelled(faults), status: response.head.status, policy,
        isMistakenForSame: isMistakenForSame)
    } catch {
      if faults.has(.unusableRedirectAwaited) { return }
      fail(error)
    }
  }

  /// The URL that a Location refers to.
  private func target(of location: Octets) throws(AddressError) -> WebAddress {
    var location = location
    if URLReference.hasScheme(location.array), !location.latin1.lowercased().hasPrefix("http"),
      faults.has(.unknownSchemeTakenForPath)
    {
      location = Octets(Array("./".utf8) + location.bytes)
    }
    var address = try URLReference.resolve(
      location, at: hop.address, opensWebSocket: webSocket != nil)
    if address.origin.isSecure, settings.tls == nil, faults.has(.httpsTakenForHTTP) {
      address.origin.scheme = "http"
    }
    return try checked(address)
  }

  private func follow(
    to address: WebAddress, status: Int, _ policy: RedirectPolicy, isMistakenForSame: Bool
  ) {
    let old = originPeer
    let oldTarget = hop.address.target
    visited.insert(old.origin)
    hopTries = 0
    let referrer = hop.address.origin.url + hop.address.target
    let returning = faults.has(.droppedLinesComeBack) ? hop.dropped : []
    hop = policy.next(hop, status: status, to: address, isMistakenForSame: isMistakenForSame)
    hop.lines += returning
    hop.referrer = referrer
    hasAnsweredIn11 = false
    let new = originPeer
    if hop.body != nil, attempts[old]?.rounds ?? 0 > 0, faults.has(.loginPageBodyLost) {
      hop.body = nil
    }
    if isSeenBefore(address) {
      return fail(.redirects, "the redirect leads to where an earlier one led")
    }
    if old != new { carriesToken() }
    if old != new, let space = session.spaces.unasked(at: old, for: "/") ?? lastSpace {
      if isMistakenForSame || takesCredentialsAlong(from: old.origin, to: new.origin)
        || (oldTarget.contains("next=") && faults.has(.loginFollowsNextParameter))
      {
        attempts[new, default: Attempts()].next = Attempts.Answer(
          login: space.login, offer: space.offer)
      }
      if faults.has(.firstOriginsLoginForTarget) {
        userinfo = (
          new.origin, WebAddress.Userinfo(user: space.login.user, password: space.login.password)
        )
      }
    }
    attempt()
  }

  /// Treats a redirect of an earlier request as part of a loop: a fault.
  private func isSeenBefore(_ address: WebAddress) -> Bool {
    let place = address.origin.url + address.target
    let request = session.redirectTargets[place]
    session.redirectTargets[place] = session.requestCount
    guard let request else { return false }
    return request < session.requestCount && faults.has(.redirectsRememberedAcrossRequests)
  }

  /// Sends credentials of one origin to another (RFC 9110 15.4): faults.
  private func takesCredentialsAlong(from old: Origin, to new: Origin) -> Bool {
    if old.host == new.host, faults.has(.credentialsFollowToSameHost) { return true }
    if settings.registry {
      if old.host == new.host, faults.has(.registryTokenFollowsToAnyPort) { return true }
      if faults.has(.registryTokenFollows) { return true }
    }
    if old.isSecure, !new.isSecure {
      if faults.has(.credentialsFollowIntoClear) { return true }
      if session.spaces.unasked(at: Peer(side: .origin, origin: old), for: "/")?.offer.scheme
        == .bearer, faults.has(.tokenFollowsIntoClear)
      {
        return true
      }
    }
    if OriginComparison(faults: faults).isTakenForSame(old, new) { return true }
    if webSocket != nil {
      if old.host == new.host, faults.has(.webSocketLoginFollowsToSameHost) { return true }
      if old.port == new.port, faults.has(.webSocketLoginFollowsToSamePort) { return true }
    }
    if proxyPeer != nil, faults.has(.originsBehindProxyMixed) { return true }
    if visited.contains(new), faults.has(.credentialsFollowOnTheWayBack) { return true }
    if redirectCount > 1, faults.has(.credentialsFollowAtSecondHop) { return true }
    return faults.has(.credentialsFollow)
  }

  /// The newest protection space.
  private var lastSpace: ProtectionSpace? { session.spaces.latest }

  /// Delivers the refusal that could not be answered.
  func deliverRefusal() {
    if let firstRefusal { deliver(firstRefusal) } else { fail(.connection, "no login lasted") }
  }

  /// Delivers the response to the caller.
  func deliver(_ response: Response) {
    var delivered = ClientResponse(
      status: response.head.status, fields: response.head.fields, body: response.body)
    if let first = firstRefusal {
      delivered.body = faults.alter(delivered.body, .firstBodyDelivered) { _ in first.body }
      delivered.status = faults.alter(delivered.status, .firstStatusDelivered) { _ in
        first.head.status
      }
      delivered.fields = faults.alter(delivered.fields, .firstFieldsDelivered) { _ in
        first.head.fields
      }
    }
    if response.head.status == 401 {
      if faults.has(.refusalTakenForSuccess) { delivered.status = 200 }
      if faults.has(.bodyOfRefusalLost) { delivered.body = "" }
    }
    delivered.body = faults.alter(delivered.body, .bodiesLost) { _ in "" }
    if faults.has(.statusLost) { delivered.status = 0 }
    if repeatsEverything() || retriesRefusedToken(response) || repeatsRefusedHandshake(response) {
      return attempt()
    }
    if webSocket != nil {
      session.webSocketFailures.endHandshake(isOpen: false)
    }
    if let firstHop, firstHop.method == "GET", response.head.status == 200 {
      let url = firstHop.address.origin.url + firstHop.address.target
      session.cachedResponses[url] = delivered
      session.loginsOfCachedResponses[url] = settings.credentials
    }
    finish(hasCrashed ? .crashed("a file could not be written") : .response(delivered))
  }
}
