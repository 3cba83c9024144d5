// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Final responses: redirects, and what is delivered.
extension Exchange {
  func takeFinal(_ response: Response) {
    let policy = RedirectPolicy(
      faults: faults, isProxied: proxyPeer != nil)
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
      chain.length < settings.redirects || faults.has(.redirectsNotBounded)
        || faults.has(.redirectLoopsFollowed)
    else {
      return fail(.redirects, "more than \(settings.redirects) redirects")
    }
    chain.length += 1
    do throws(AddressError) {
      var address = try target(of: location)
      if let info = address.userinfo {
        address.userinfo = nil
        if faults.has(.userinfoOfLocationUsed) {
          chain.userinfo = (address.origin, info)
        } else if let login = settings.credentials.first(where: { $0.user == info.user }),
          faults.has(.userOfLocationLendsLogin)
        {
          chain.userinfo = (
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
      follow(to: address.spelled(faults), status: response.head.status, policy)
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

  private func follow(to address: WebAddress, status: Int, _ policy: RedirectPolicy) {
    let old = originPeer
    chain.visited.insert(old.origin)
    sending.tries = 0
    let referrer = hop.address.origin.url + hop.address.target
    let returning = faults.has(.droppedLinesComeBack) ? hop.dropped : []
    hop = policy.next(hop, status: status, to: address)
    hop.lines += returning
    hop.referrer = referrer
    sending.hasAnsweredIn11 = false
    let new = originPeer
    if isSeenBefore(address) {
      return fail(.redirects, "the redirect leads to where an earlier one led")
    }
    if old != new { carriesToken() }
    if old != new, let space = session.spaces.unasked(at: old, for: "/") ?? session.spaces.latest,
      takesCredentialsAlong(from: old.origin, to: new.origin)
    {
      attempts[new, default: Attempts()].next = Attempts.Answer(
        login: space.login, offer: space.offer)
    }
    attempt()
  }

  /// Treats a redirect of an earlier request as part of a loop: a fault.
  private func isSeenBefore(_ address: WebAddress) -> Bool {
    let place = address.origin.url + address.target
    let request = session.faultState.redirectTargets[place]
    session.faultState.redirectTargets[place] = session.faultState.requestCount
    guard let request else { return false }
    return request < session.faultState.requestCount
      && faults.has(.redirectsRememberedAcrossRequests)
  }

  /// Sends credentials of one origin to another (RFC 9110 15.4): faults.
  private func takesCredentialsAlong(from old: Origin, to new: Origin) -> Bool {
    if settings.registry, faults.has(.registryTokenFollows) { return true }
    if old.isSecure, !new.isSecure {
      if faults.has(.credentialsFollowIntoClear) { return true }
      if session.spaces.unasked(at: Peer(side: .origin, origin: old), for: "/")?.offer.scheme
        == .bearer, faults.has(.tokenFollowsIntoClear)
      {
        return true
      }
    }
    if OriginComparison(faults: faults).isTakenForSame(old, new) { return true }
    if webSocket != nil, old.port == new.port, faults.has(.webSocketLoginFollowsToSamePort) {
      return true
    }
    if proxyPeer != nil, faults.has(.originsBehindProxyMixed) { return true }
    if chain.visited.contains(new), faults.has(.credentialsFollowOnTheWayBack) { return true }
    return faults.has(.credentialsFollow)
  }

  /// Delivers the refusal that could not be answered.
  func deliverRefusal() {
    if let refusal = chain.firstRefusal {
      deliver(refusal)
    } else {
      fail(.connection, "no login lasted")
    }
  }

  /// Delivers the response to the caller.
  func deliver(_ response: Response) {
    var delivered = ClientResponse(
      status: response.head.status, fields: response.head.fields, body: response.body)
    if let first = chain.firstRefusal {
      delivered.status = faults.alter(delivered.status, .firstStatusDelivered) { _ in
        first.head.status
      }
      delivered.fields = faults.alter(delivered.fields, .firstFieldsDelivered) { _ in
        first.head.fields
      }
    }
    if response.head.status == 401, faults.has(.refusalTakenForSuccess) { delivered.status = 200 }
    delivered.body = faults.alter(delivered.body, .bodiesLost) { _ in "" }
    if faults.has(.statusLost) { delivered.status = 0 }
    if repeatsEverything() || retriesRefusedToken(response) { return attempt() }
    if let caller = chain.firstHop, caller.method == "GET", response.head.status == 200 {
      let url = caller.address.origin.url + caller.address.target
      session.faultState.cachedResponses[url] = delivered
      session.faultState.loginsOfCachedResponses[url] = settings.credentials
    }
    finish(faultState.hasCrashed ? .crashed("a file could not be written") : .response(delivered))
  }
}
