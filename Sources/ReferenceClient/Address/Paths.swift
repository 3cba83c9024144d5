// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Comparison of paths for protection spaces.
enum Paths {
  /// remove_dot_segments (RFC 3986 5.2.4).
  static func withoutDotSegments(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var endsInFolder = false
    for segment in segments {
      endsInFolder = false
      switch segment {
      case ".": endsInFolder = true
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        endsInFolder = true
      default: kept.append(segment)
      }
    }
    let joined = "/" + kept.joined(separator: "/")
    return endsInFolder && !joined.hasSuffix("/") ? joined + "/" : joined
  }

  /// The path as a server may interpret it: percent-decoded, then without dot segments, so that
  /// neither `..` nor `%2e%2e` leaves a folder unnoticed.
  static func plain(_ path: String) -> String {
    let decoded = PercentEncoding.decode(Array(path.utf8)[...]) ?? Octets(path)
    return withoutDotSegments(decoded.latin1)
  }

  /// The path up to and including its last slash (RFC 7617 2.2).
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "/" }
    return String(path[...slash])
  }

  /// `true` if `path` is `prefix` or lies below it, by whole segments.
  static func isInside(_ path: String, _ prefix: String) -> Bool {
    guard path.hasPrefix(prefix) else { return false }
    return prefix.hasSuffix("/") || path.count == prefix.count
      || path.dropFirst(prefix.count).first == "/"
  }
}
