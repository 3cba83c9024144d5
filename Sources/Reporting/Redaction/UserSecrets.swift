// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The user's own credentials, as a command line has them: reports are published, and a client can
/// send or print what it was given. The environment is no source: clients get a clean one.
package struct UserSecrets: Sendable {
  /// The text that replaces a secret.
  static let mark = "[redacted]"
  /// The least octets of a password on its own; shorter ones occur by chance.
  private static let shortest = 6

  /// The secrets, the longest first.
  private var texts: [Octets] = []

  /// Whether there is nothing to remove.
  package var isEmpty: Bool { texts.isEmpty }

  /// - Parameters:
  ///   - commands: the commands and drivers that the user gave.
  ///   - more: other texts that must not be shown.
  package init(commands: [String], more: [String]) {
    var all = Set(more.filter { !$0.isEmpty }.map { Octets($0) })
    for command in commands {
      for secret in CommandSecrets.values(in: command) {
        all.formUnion(UserSecrets.forms(of: secret))
      }
    }
    // A longer secret may contain a shorter one.
    texts = all.sorted { ($1.count, $0.description) < ($0.count, $1.description) }
  }

  /// A secret as a client may send it: user and password together, the password, and both in base64
  /// (RFC 7617 2).
  private static func forms(of secret: String) -> [Octets] {
    let whole = Octets(secret)
    guard let colon = secret.firstIndex(of: ":") else { return [whole] }
    let password = Octets(String(secret[secret.index(after: colon)...]))
    return [whole, whole.base64] + (password.count >= shortest ? [password] : [])
  }

  /// The octets without the secrets.
  package func redacted(_ octets: Octets) -> Octets {
    var left = octets.bytes
    for secret in texts where left.count >= secret.count {
      left = left.replacing(secret.bytes, with: Array(UserSecrets.mark.utf8))
    }
    return left == octets.bytes ? octets : Octets(left)
  }

  /// The text without the secrets.
  package func redacted(_ text: String) -> String {
    let octets = Octets(text)
    let left = redacted(octets)
    return left == octets ? text : left.description
  }
}
