// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Decoder {
  /// The logins that the servers know, in order.
  func readAccounts(_ node: YAMLNode) -> [Account] {
    guard
      let entries = entries(
        node, expected: "a mapping of accounts by name",
        hint: "as in  accounts: { alice: { password: open sesame } }")
    else { return [] }
    var result: [Account] = []
    for entry in entries {
      guard !entry.name.isEmpty, entry.name != "cancel", !entry.name.hasPlaceMark else {
        collector.report(
          entry.nameSpan, "\"\(entry.name)\" cannot be the name of an account",
          hint: "take another name and write user: beside the password")
        continue
      }
      // An account that cannot be read is still one that others may name.
      accounts[entry.name] = Account(name: entry.name, user: "", password: "")
      guard let account = account(entry) else { continue }
      accounts[account.name] = account
      result.append(account)
    }
    return result
  }

  private func account(_ entry: YAMLNode.Entry) -> Account? {
    guard
      let fields = fields(
        entry.value, as: AccountKey.self, hint: "as in \(entry.name): { password: open sesame }")
    else { return nil }
    guard fields[.password] != nil || fields[.token] != nil else {
      if fields.others.isEmpty {
        collector.report(
          entry.nameSpan, "the account \"\(entry.name)\" needs a password or a token",
          hint: "an empty password is \"\"")
      }
      return nil
    }
    // An account with only a token has no user name.
    var account = Account(name: entry.name, user: "", password: "")
    if fields[.password] != nil { account.user = Octets(entry.name) }
    if let user = fields[.user] { account.user = octets(user, "a user") ?? "" }
    if let password = fields[.password] { account.password = octets(password, "a password") ?? "" }
    if let token = fields[.token] { account.token = octets(token, "a token") }
    return account
  }

  /// An account by its name.
  func account(_ node: YAMLNode) -> Account? {
    guard let name = words(node, "an account") else { return nil }
    guard let account = accounts[name] else {
      report(
        node, "there is no account \"\(name)\"",
        hint: collector.suggestion(for: name, among: accounts.keys.prefix(1000).sorted())
          ?? "declare it: accounts: { \(name): { password: open sesame } }")
      return nil
    }
    return account
  }
}
