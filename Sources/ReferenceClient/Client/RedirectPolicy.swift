// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Makes the next request after a redirect (RFC 9110 15.4).
struct RedirectPolicy {
  let faults: FaultSet
  /// `true` if the client uses a proxy.
  var isProxied: Bool

  /// `true` for the statuses that the client follows.
  func isRedirect(_ status: Int) -> Bool {
    [301, 302, 303, 307, 308].contains(status) || faults.has(.locationOfAnyStatusFollowed)
  }

  /// The next hop.
  func next(_ hop: Hop, status: Int, to address: WebAddress) -> Hop {
    var next = hop
    next.address = address
    if becomesGET(hop.method, status) {
      next.method = "GET"
      if hop.body != nil {
        if !faults.has(.bodyKeptWithGET) { next.body = nil }
        next.announcesNothing = faults.has(.bodyAnnouncedWithGET)
      }
      // "consider … removing … representation metadata" of a removed body (RFC 9110 15.4).
      next.lines = next.lines.filter { !RedirectPolicy.isAboutBody($0.name) }
    }
    if isSameOrigin(hop.address.origin, address.origin) {
      let others = next.lines.filter { !RedirectPolicy.isSecret($0.name) }
      next.lines = faults.alter(next.lines, .callersLinesLostOnRedirect) { _ in others }
      if isProxied {
        next.lines = faults.alter(next.lines, .callersLinesLostBehindProxy) { _ in others }
      }
      next.lines = faults.alter(next.lines, .callersAuthorizationLostWithinOrigin) { lines in
        lines.filter { !$0.name.equalsIgnoringCase("Authorization") }
      }
      return next
    }
    // Removes Authorization, Cookie and all other fields for the first server (RFC 9110 15.4).
    // Keeps fields that describe the body or the accepted responses.
    let kept = next.lines.filter { RedirectPolicy.isHarmless($0.name) }
    next.lines = next.lines.filter { line in
      if RedirectPolicy.isHarmless(line.name) {
        return RedirectPolicy.isAboutBody(line.name) || !faults.takes(.noFieldsFollow)
      }
      if line.name.equalsIgnoringCase("Authorization") {
        return faults.has(.callersAuthorizationFollows)
          || (isDowngrade(hop, address) && faults.has(.callersAuthorizationFollowsIntoClear))
          || (line.name == "authorization" && faults.has(.callersLowerCaseAuthorizationFollows))
      }
      if line.name.equalsIgnoringCase("Cookie") {
        return faults.has(.callersCookieFollows)
      }
      if line.name.equalsIgnoringCase("Proxy-Authorization") {
        return faults.has(.callersProxyAuthorizationFollows)
      }
      // Host belongs to the first URL.
      return !line.name.equalsIgnoringCase("Host") && faults.takes(.otherFieldsFollow)
    }
    next.dropped += hop.lines.filter { !kept.contains($0) }
    return next
  }

  /// `true` if the redirect leads from https to http on the same host. Only a fault uses it.
  private func isDowngrade(_ hop: Hop, _ address: WebAddress) -> Bool {
    hop.address.origin.isSecure && !address.origin.isSecure
      && hop.address.origin.host == address.origin.host
  }

  /// `true` if the method changes to GET.
  func becomesGET(_ method: Octets, _ status: Int) -> Bool {
    if status == 303, faults.has(.methodKeptOn303) { return false }
    switch status {
    // "for historical reasons, a user agent MAY change the request method from POST to GET" (RFC
    // 9110 15.4.2, 15.4.3).
    case 301, 302: return method == "POST" && !faults.takes(.postStaysPost)
    // See Other requires a retrieval: GET, or HEAD if the method was HEAD (RFC 9110 15.4.4).
    case 303:
      return method != "GET" && (method != "HEAD" || faults.takes(.headBecomesGetAt303))
    default: return false
    }
  }

  /// `true` if scheme, host and port are equal (RFC 9110 4.3.1).
  func isSameOrigin(_ left: Origin, _ right: Origin) -> Bool {
    var isSame = left == right
    isSame = faults.alter(isSame, .originByHostOnly) { _ in left.host == right.host }
    if isSame { return true }
    if isProxied, faults.has(.originsBehindProxyMixed) { return true }
    return OriginComparison(faults: faults).isTakenForSame(left, right)
  }

  private static func isSecret(_ name: Octets) -> Bool {
    name.equalsIgnoringCase("Authorization") || name.equalsIgnoringCase("Cookie")
  }

  private static func isAboutBody(_ name: Octets) -> Bool {
    name.asciiLowercased.starts(with: "content-".utf8)
      || name.equalsIgnoringCase("Transfer-Encoding")
      || name.equalsIgnoringCase("Expect") || name.equalsIgnoringCase("Trailer")
  }

  private static func isHarmless(_ name: Octets) -> Bool {
    let name = name.asciiLowercased
    return isAboutBody(name) || name.starts(with: "accept".utf8) || name == "user-agent"
      || name == "range"
  }
}
