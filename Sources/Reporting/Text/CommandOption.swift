// SPDX-License-Identifier: Apache-2.0

/// An option on the command line of a run, as a report repeats it.
package struct CommandOption: Hashable, Sendable {
  private let name: String
  private let value: String?
  private let place: Int

  /// An option without its dashes, its value where it takes one, and the place of the value's word
  /// in the command line (`argv`).
  package init(_ name: String, value: String? = nil, place: Int = 0) {
    self.name = name
    self.value = value
    self.place = place
  }

  /// The option, as a shell takes it. A value that may hold a secret, or that cannot be shown, is
  /// `"$AUTHSPEC_ARG_N"`, where N is the place of its word: reports are published.
  var text: String {
    guard let value else { return "--\(name)" }
    if CommandOption.mayHoldSecret(value) || Visible.line(value) != value {
      return "--\(name)=\"$AUTHSPEC_ARG_\(place)\""
    }
    // A value that begins like an option is attached to its own.
    return value.hasPrefix("-")
      ? "--\(name)=\(Phrases.shellQuoted(value))" : "--\(name) \(Phrases.shellQuoted(value))"
  }

  // MARK: Secrets

  /// Options of clients' commands whose value is a login or a secret: those of curl, wget, httpie
  /// and similar ones.
  private static let secretOptions: Set<String> = [
    "-u", "-U", "-a", "--user", "--proxy-user", "--auth", "--oauth2-bearer", "--http-user",
    "--cookie", "-b",
  ]

  /// Parts of a name that stand for a secret in `name=value` and `--name value`.
  private static let secretNames = ["password", "passwd", "secret", "token", "apikey", "api-key"]

  /// Whether a command line holds a login of its own, not only placeholders for that of the case
  /// such as `{user}`.
  static func mayHoldSecret(_ line: String) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    for (index, word) in words.enumerated() {
      let next = words.indices.contains(index + 1) ? String(words[index + 1]) : ""
      if secretOptions.contains(String(word)), isLiteral(next) { return true }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].lowercased()
      if secretNames.contains(where: name.contains) {
        if parts.count == 2, isLiteral(String(parts[1])) { return true }
        if parts.count == 1, name.hasPrefix("-"), isLiteral(next) { return true }
      }
      // RFC 3986 3.2.1: user information stands before the host.
      if let start = word.firstRange(of: "://")?.upperBound {
        let authority = word[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let end = authority.lastIndex(of: "@"), isLiteral(String(authority[..<end])) {
          return true
        }
      }
      let header = word.lowercased()
      if ["authorization:", "cookie:"].contains(where: header.contains) {
        // The value is a scheme and credentials, or one word.
        let value = words[(index + 1)...].prefix(2)
        let end = value.first?.hasSuffix("'") ?? true ? value.first : value.last
        if isLiteral(String(end ?? "")) { return true }
      }
    }
    return false
  }

  private static func isLiteral(_ value: String) -> Bool {
    !value.isEmpty && !value.contains("{") && !value.hasPrefix("-")
  }
}
