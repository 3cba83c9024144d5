import HTTPAuth

/// Paths as protection spaces compare them.
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

  /// The path as a server may come to see it: percent-encodings undone, then dot segments removed, so that neither
  /// `..` nor `%2e%2e` leads out of a folder unseen.
  static func plain(_ path: String) -> String {
    let decoded = PercentEncoding.decode(Array(path.utf8)[...]) ?? Octets(path)
    return withoutDotSegments(decoded.latin1)
  }

  /// The path up to its last slash, that included (RFC 7617 2.2).
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "/" }
    return String(path[...slash])
  }

  /// True where `path` is `prefix` or lies below it, by whole segments.
  static func isInside(_ path: String, _ prefix: String) -> Bool {
    guard path.hasPrefix(prefix) else { return false }
    return prefix.hasSuffix("/") || path.count == prefix.count
      || path.dropFirst(prefix.count).first == "/"
  }
}
