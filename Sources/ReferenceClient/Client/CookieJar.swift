// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Cookies by the host that set them (RFC 6265): host-only, with paths, for all ports (8.5).
struct CookieJar {
  private struct Cookie {
    var name: Octets
    var value: Octets
    var path: String
    /// "Secure": for secure channels only (RFC 6265 5.2.5).
    var isSecure = false
  }

  private var cookies: [String: [Cookie]] = [:]
  private let faults: FaultSet

  init(_ faults: FaultSet) { self.faults = faults }

  /// Stores the cookies of a response's Set-Cookie fields (RFC 6265 5.2, 5.3).
  mutating func take(_ fields: FieldSection, from address: WebAddress) {
    for line in fields.values(of: "Set-Cookie") {
      let parts = line.bytes.split(separator: UInt8(ascii: ";")).map { Octets($0).trimmedOfBlanks }
      guard let first = parts.first,
        let sign = first.bytes.firstIndex(of: UInt8(ascii: "="))
      else { continue }
      let name = Octets(first.bytes[..<sign]).trimmedOfBlanks
      guard !name.isEmpty else { continue }
      var cookie = Cookie(
        name: name, value: Octets(first.bytes[(sign + 1)...]).trimmedOfBlanks,
        path: CookieJar.defaultPath(address.path))
      var isUsable = true
      var isGone = false
      for attribute in parts.dropFirst() {
        let pair = attribute.bytes.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let key = Octets(pair.first ?? []).trimmedOfBlanks.asciiLowercased
        let value = pair.count == 2 ? Octets(pair[1]).trimmedOfBlanks : ""
        switch key {
        case "path": if value.first == UInt8(ascii: "/") { cookie.path = value.latin1 }
        case "max-age": isGone = value.first == UInt8(ascii: "-") || value == "0"
        // Host-only: a domain is accepted only if it is the host itself.
        case "domain":
          isUsable =
            isUsable
            && (value.asciiLowercased == Octets(address.origin.host)
              || faults.has(.cookieDomainsNotCompared))
        case "secure": cookie.isSecure = true
        default: continue
        }
      }
      guard isUsable, isSafe(cookie, from: address), !breaksPrefix(cookie, parts.dropFirst()) else {
        continue
      }
      let host = faults.has(.cookiesForEveryHost) ? "" : address.origin.spelledHost
      cookies[host]?.removeAll { $0.name == cookie.name && $0.path == cookie.path }
      if !isGone { cookies[host, default: []].append(cookie) }
    }
  }

  /// `true` unless a server without TLS sets a cookie with Secure, or would replace one: an
  /// attacker on the network could do either (RFC 6265 8.6).
  private func isSafe(_ cookie: Cookie, from address: WebAddress) -> Bool {
    if address.origin.isSecure { return true }
    if cookie.isSecure { return faults.has(.secureCookieTakenInClear) }
    let known = cookies[address.origin.spelledHost] ?? []
    return !known.contains { $0.isSecure && $0.name == cookie.name }
      || faults.has(.secureCookieReplacedInClear)
  }

  /// A prefix of the name promises attributes: `__Secure-` promises Secure; `__Host-` promises
  /// Secure, no Domain, and the path `/`.
  private func breaksPrefix(_ cookie: Cookie, _ attributes: ArraySlice<Octets>) -> Bool {
    let name = cookie.name.asciiLowercased
    let isForHost = name.starts(with: "__host-".utf8)
    guard isForHost || name.starts(with: "__secure-".utf8) else { return false }
    let hasDomain = attributes.contains { $0.asciiLowercased.starts(with: "domain".utf8) }
    return (!cookie.isSecure || (isForHost && (hasDomain || cookie.path != "/")))
      && !faults.takes(.cookiePrefixesIgnored)
  }

  /// The value of the Cookie field for an address; `nil` if there are no cookies (RFC 6265 5.4).
  func value(for address: WebAddress) -> Octets? {
    let path = address.path
    let host = faults.has(.cookiesForEveryHost) ? "" : address.origin.spelledHost
    var known = cookies[host] ?? []
    for (other, theirs) in cookies.sorted(by: { $0.key < $1.key })
    where other != host && isTakenForSame(other, host) { known += theirs }
    // "If the cookie's secure-only-flag is true, then the request-uri's scheme must denote a
    // "secure" protocol" (RFC 6265 5.4).
    let isSecure = address.origin.isSecure
    let fitting = known.filter { cookie in
      guard Paths.isInside(path, cookie.path) || isTakenForInside(path, cookie.path) else {
        return false
      }
      return !cookie.isSecure || isSecure || faults.has(.secureCookieInClear)
    }
    guard !fitting.isEmpty else { return nil }
    var order = Array(fitting.indices)
    // "servers SHOULD NOT rely upon the serialization order" (RFC 6265 4.2.2)
    order = faults.vary(order, .cookiesByPath) { order in
      order.sorted { (fitting[$1].path.utf8.count, $0) < (fitting[$0].path.utf8.count, $1) }
    }
    order = faults.vary(order, .cookiesInReverse) { $0.reversed() }
    var value: [UInt8] = []
    for cookie in order.map({ fitting[$0] }) {
      if !value.isEmpty { value += "; ".utf8 }
      value += cookie.name.bytes
      value.append(UInt8(ascii: "="))
      value += cookie.value.bytes
    }
    return Octets(value)
  }

  /// `true` if a fault treats another path as one below that of a cookie (RFC 6265 5.1.4).
  private func isTakenForInside(_ path: String, _ folder: String) -> Bool {
    return faults.has(.cookiePathsIgnored)
  }

  /// `true` if a fault treats another host as the one that set a cookie without a Domain (RFC 6265
  /// 5.3).
  private func isTakenForSame(_ known: String, _ asked: String) -> Bool {
    if asked.hasSuffix(".\(known)") { return faults.has(.cookiesForSubdomains) }
    if asked.hasSuffix(known) || known.hasSuffix(asked) { return faults.has(.cookiesBySuffix) }
    return false
  }

  /// Forgets all cookies.
  mutating func removeAll() { cookies = [:] }

  /// default-path (RFC 6265 5.1.4): the path up to its last slash, without the slash.
  private static func defaultPath(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}

extension Octets {
  /// The octets without white space at both ends.
  var trimmedOfBlanks: Octets {
    let front = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard let last = front.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return "" }
    return Octets(front[...last])
  }
}
