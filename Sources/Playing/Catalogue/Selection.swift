// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A word of the command line that names cases: an id, a folder, a pattern, with or without
/// coordinates in brackets.
///
///     digest/            digest/stale*      digest/x[algorithm=MD5,side=*]
///
/// In brackets, each pair must fit; keys that are not named are free, and a value without a key
/// fits any key.
package struct Selection: Hashable, Sendable {
  /// The word as it was written.
  package let text: String
  /// The part before the brackets.
  let path: String
  // In brackets a `*` matches slashes too.
  private let coordinates: [(key: Glob, value: Glob)]
  // The path as patterns of a file and of a folder, if it has wildcards.
  private let patterns: [Glob]

  package init(_ text: String) {
    self.text = text
    let bracket = text.hasSuffix("]") ? text.firstIndex(of: "[") : nil
    path = Selection.trimmed(bracket.map { String(text[..<$0]) } ?? text)
    patterns =
      Glob.isPattern(path) ? [Glob(path, .path), Glob(path + "/**", .path)] : []
    guard let bracket else {
      coordinates = []
      return
    }
    coordinates = text[text.index(after: bracket)...].dropLast().split(separator: ",").map { pair in
      guard let sign = pair.firstIndex(of: "=") else {
        return (Glob("*", .text), Glob(pair, .text))
      }
      return (Glob(pair[..<sign], .text), Glob(pair[pair.index(after: sign)...], .text))
    }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.hasPrefix("./") { path.removeFirst(2) }
    if path.hasSuffix(".yaml") { path.removeLast(5) }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path == "." ? "" : path
  }

  /// `true` if the part before the brackets matches the scenario.
  package func matches(scenario id: String) -> Bool {
    if path.isEmpty || id == path { return true }
    if id.utf8.starts(with: path.utf8),
      id.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    {
      return true
    }
    return patterns.contains { $0.matches(id) }
  }

  /// `true` if the selection matches this case of a scenario that it matches.
  func matches(caseOf played: Case) -> Bool {
    if coordinates.isEmpty || played.id == text { return true }
    return coordinates.allSatisfy { wanted in
      played.coordinates.contains { wanted.key.matches($0.key) && wanted.value.matches($0.value) }
    }
  }

  /// The same spelling.
  package static func == (left: Selection, right: Selection) -> Bool { left.text == right.text }
  /// Hashes the spelling.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
