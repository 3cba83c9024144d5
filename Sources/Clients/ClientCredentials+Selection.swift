// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension [ClientCredentials] {
  /// The login for a client that takes one per request; `nil` if none matches. Throws if several
  /// match equally.
  ///
  /// The entry is for the origin of the request's URL, or else for any origin. The most specific
  /// entry (URL, then realm, then scheme) is selected.
  ///
  /// - Parameters:
  ///   - url: the request's, or the proxy's.
  ///   - isToken: among the entries with a token, or among those with a user name.
  func single(
    for target: ClientCredentials.Target, at url: String, isToken: Bool = false
  ) throws(ClientTrouble) -> ClientCredentials? {
    var best = -1
    var chosen: Int?
    var origin: String?
    for index in indices
    where self[index].target == target && (self[index].token != nil) == isToken {
      if let wanted = self[index].url {
        if !url.isPlainly(at: wanted) {
          if origin == nil { origin = url.originOfURL }
          guard origin == wanted.originOfURL else { continue }
        }
      }
      let rank =
        (self[index].url != nil ? 4 : 0) + (self[index].realm != nil ? 2 : 0)
        + (self[index].scheme != nil ? 1 : 0)
      if rank > best {
        best = rank
        chosen = index
      } else if rank == best {
        chosen = nil
      }
    }
    if chosen == nil, best >= 0 { throw .unsupported("logins that differ in realm or scheme only") }
    return chosen.map { self[$0] }
  }
}

extension String {
  /// `true` if a URL begins with an origin octet for octet, which is the usual case and takes no
  /// copy.
  fileprivate func isPlainly(at origin: String) -> Bool {
    guard hasPrefix(origin) else { return false }
    switch utf8.dropFirst(origin.utf8.count).first {
    case nil, 0x2F, 0x3F, 0x23: return true
    default: return false
    }
  }

  /// Scheme, host and port of a URL (RFC 9110 4.3.1), in lower case, without user information and
  /// without the default port of http and https.
  var originOfURL: String {
    let octets = Array(utf8)
    guard let colon = octets.firstIndex(of: 0x3A), octets[(colon + 1)...].starts(with: "//".utf8)
    else { return "" }
    let rest = octets[(colon + 3)...]
    let end =
      rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 || $0 == 0x5C } ?? rest.endIndex
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: 0x40) { authority = authority[(at + 1)...] }
    let scheme = octets[..<colon].map(\.asciiLowercased)
    let usualPort = scheme.elementsEqual("https".utf8) ? ":443" : ":80"
    if authority.reversed().starts(with: usualPort.utf8.reversed()) {
      authority = authority.dropLast(usualPort.utf8.count)
    }
    let origin = scheme + Array("://".utf8) + authority.map(\.asciiLowercased)
    return String(decoding: origin, as: UTF8.self)
  }
}
