// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The accounts in the file's order.
  func readAccounts(_ node: YAMLNode) -> [Account] {
    entries(
      node, expected: "a mapping of accounts by name",
      hint: "as in  accounts: { alice: { password: open sesame } }"
    ).compactMap { entry in
      guard !entry.name.isEmpty, entry.name != "cancel", !entry.name.hasPlaceholderMark else {
        reject(
          [entry], "cannot be the name of an account",
          hint: "take another name and write user: next to the password")
        return nil
      }
      let account = account(entry)
      // The name of an account that cannot be decoded is still declared.
      accounts[entry.name] = account ?? Account(name: entry.name, user: "", password: "")
      return account
    }
  }

  private func account(_ entry: YAMLNode.Entry) -> Account? {
    guard
      let fields = fields(
        entry.value, as: AccountKey.self, hint: "as in \(entry.name): { password: open sesame }")
    else { return nil }
    guard fields[.password] != nil || fields[.token] != nil || fields[.principal] != nil else {
      if fields.others.isEmpty {
        collector.report(
          entry.nameSpan, "the account \"\(entry.name)\" needs a password, a token or a principal",
          hint: "an empty password is \"\"")
      }
      return nil
    }
    // An account with only a token or a principal has no user name.
    let user = fields[.password] == nil ? "" : Octets(entry.name)
    var account = Account(name: entry.name, user: user, password: "")
    account.hasPassword = fields[.password] != nil
    return fields.read(into: account) { key, node, account in
      switch key {
      case .user: account.user = octets(node, "a user") ?? ""
      case .password: account.password = octets(node, "a password") ?? ""
      case .token: account.token = octets(node, "a token")
      case .principal: account.principal = octets(node, "a principal")
      case .domain: account.domain = octets(node, "a domain")
      case .bound: account.isBound = isBound(node, fields)
      }
    }
  }

  /// `true` for a token that is bound to a key (RFC 9449).
  private func isBound(_ node: YAMLNode, _ fields: Fields<AccountKey>) -> Bool {
    if fields[.token] == nil {
      reject(
        fields.entries(of: .bound), "needs token:",
        hint: "a token is bound to a key, a password is not")
    }
    return flag(node) ?? false
  }

  /// An account by its name.
  func account(_ node: YAMLNode) -> Account? {
    declared(
      node, "an account", in: "accounts", accounts, example: "{ password: open sesame }")
  }
}
