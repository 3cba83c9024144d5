// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// Selects a login for a client that takes one per request.
///
/// The entry is for the origin of the request's URL, or else for any origin. The most specific
/// entry (URL, then realm, then scheme) is selected.
enum SingleLoginSelection: Equatable {
  /// No entry matches.
  case none
  case entry(ClientCredentials)
  /// Several entries match equally.
  case ambiguous

  /// Selects among the entries for a target.
  ///
  /// - Parameters:
  ///   - url: the request's, or the proxy's.
  ///   - isToken: among the entries with a token, or among those with a user name.
  init(
    among entries: [ClientCredentials], for target: ClientCredentials.Target, at url: String,
    isToken: Bool
  ) {
    self = .none
    var best = -1
    var chosen: Int?
    var origin: String?
    for index in entries.indices
    where entries[index].target == target && (entries[index].token != nil) == isToken {
      if let wanted = entries[index].url {
        if !SingleLoginSelection.isPlainly(url, at: wanted) {
          if origin == nil { origin = SingleLoginSelection.origin(of: url) }
          guard origin == SingleLoginSelection.origin(of: wanted) else { continue }
        }
      }
      let rank =
        (entries[index].url != nil ? 4 : 0) + (entries[index].realm != nil ? 2 : 0)
        + (entries[index].scheme != nil ? 1 : 0)
      if rank > best {
        best = rank
        chosen = index
      } else if rank == best {
        chosen = nil
      }
    }
    if let chosen { self = .entry(entries[chosen]) } else if best >= 0 { self = .ambiguous }
  }

  /// `true` if a URL begins with an origin octet for octet, which is the usual case and takes no
  /// copy.
  private static func isPlainly(_ url: String, at origin: String) -> Bool {
    guard url.hasPrefix(origin) else { return false }
    switch url.utf8.dropFirst(origin.utf8.count).first {
    case nil, 0x2F, 0x3F, 0x23: return true
    default: return false
    }
  }

  /// Scheme, host and port of a URL (RFC 9110 4.3.1), in lower case, without user information and
  /// without the default port of http and https.
  static func origin(of url: String) -> String {
    let octets = Array(url.utf8)
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
