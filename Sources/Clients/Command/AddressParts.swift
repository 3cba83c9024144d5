// SPDX-License-Identifier: Apache-2.0

/// The parts of a URL that placeholders stand for (RFC 3986 3).
struct AddressParts {
  /// `http`
  var scheme = ""
  /// User and password before the host, without the `@`; `nil` if there is none.
  var userinfo: String?
  /// Host, with the brackets of an IPv6 address.
  var host = ""
  /// Port; the default of the scheme if the URL has none.
  var port = ""
  /// Path and query; `/` if the URL has none.
  var path = "/"

  /// Parses a URL; parts that it does not have stay empty.
  init(_ url: String) {
    guard let mark = url.firstRange(of: "://") else { return }
    scheme = String(url[..<mark.lowerBound])
    let rest = url[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: "@") {
      userinfo = String(authority[..<at])
      authority = authority[authority.index(after: at)...]
    }
    let afterAddress = authority.lastIndex(of: "]") ?? authority.startIndex
    if let colon = authority[afterAddress...].lastIndex(of: ":") {
      port = String(authority[authority.index(after: colon)...])
      authority = authority[..<colon]
    }
    host = String(authority)
    if port.isEmpty { port = scheme.lowercased() == "https" ? "443" : "80" }
    let target = rest[end...].prefix { $0 != "#" }
    path = target.hasPrefix("/") ? String(target) : "/" + target
  }
}
