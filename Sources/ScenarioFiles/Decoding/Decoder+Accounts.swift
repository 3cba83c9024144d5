// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let account: YAMLForm<Account> = .init(
    "an account", oneOf: ["password", "token", "principal"],
    .may("user", \.user, .octets("a user")),
    .may("password", \.password, .octets("a password")),
    .option("token", \.token, .octets("a token")),
    .option("principal", \.principal, .octets("a principal")),
    .option("domain", \.domain, .octets("a domain")),
    .may("bound", \.isBound, .flag))
}

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
        entry.value, as: Forms.account, hint: "as in \(entry.name): { password: open sesame }")
    else { return nil }
    guard fields["password"] != nil || fields["token"] != nil || fields["principal"] != nil else {
      if fields.others.isEmpty {
        collector.report(
          entry.nameSpan, "the account \"\(entry.name)\" needs a password, a token or a principal",
          hint: "an empty password is \"\"")
      }
      return nil
    }
    if fields["token"] == nil {
      reject(
        fields.entries(of: "bound"), "needs token:",
        hint: "a token is bound to a key, a password is not")
    }
    // An account with only a token or a principal has no user name.
    let user = fields["password"] == nil ? "" : Octets(entry.name)
    var account = Account(name: entry.name, user: user, password: "")
    account.hasPassword = fields["password"] != nil
    fields.read(into: &account, by: self)
    return account
  }

  /// An account by its name.
  func account(_ node: YAMLNode) -> Account? {
    declared(
      node, "an account", in: "accounts", accounts, example: "{ password: open sesame }")
  }
}
