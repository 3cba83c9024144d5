// SPDX-License-Identifier: Apache-2.0

/// Finds the logins and secrets in a command line; placeholders such as `{user}` are none.
enum CommandSecrets {
  /// Options of clients' commands whose value is a login or a secret: those of curl, wget, httpie
  /// and similar ones.
  private static let options: Set<String> = [
    "-u", "-U", "-a", "--user", "--proxy-user", "--auth", "--oauth2-bearer", "--http-user",
    "--cookie", "-b",
  ]

  /// Parts of a name that mark a secret in `name=value` and `--name value`.
  private static let names = [
    "password", "passwd", "secret", "token", "apikey", "api-key", "api_key",
  ]

  /// Whether the name of an option says that its value is a secret.
  private static func isNameOfSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(where: name.contains)
  }

  /// The values, without quotes.
  static func values(in line: String) -> [String] {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.indices.flatMap { values(of: words[$0], before: words[($0 + 1)...]) }
      .map { $0.filter { !"'\"".contains($0) } }.filter(isLiteral)
  }

  private static func values(of word: String, before next: ArraySlice<String>) -> [String] {
    var values: [String] = []
    if options.contains(word) { values += next.prefix(1) }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if isNameOfSecret(name) {
      if parts.count == 2 {
        values.append(String(parts[1]))
      } else if name.hasPrefix("-") {
        values += next.prefix(1)
      }
    } else if options.contains(name), parts.count == 2 {
      values.append(String(parts[1]))
    }
    // RFC 3986 3.2.1: user information stands before the host.
    if let start = word.firstRange(of: "://")?.upperBound {
      let authority = word[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      if let end = authority.lastIndex(of: "@") { values.append(String(authority[..<end])) }
    }
    // A header line: its value is a scheme and credentials, or one word.
    let header = word.lowercased()
    if ["authorization:", "cookie:"].contains(where: header.contains)
      || header.hasSuffix(":") && isNameOfSecret(header)
    {
      let value = next.prefix(2)
      let isOneWord = value.first.map { $0.hasSuffix("'") || $0.hasSuffix("\"") } ?? true
      values += [isOneWord ? value.first : value.last].compactMap(\.self)
    }
    return values
  }

  private static func isLiteral(_ value: String) -> Bool {
    !value.isEmpty && !value.contains("{") && !value.hasPrefix("-")
  }
}
