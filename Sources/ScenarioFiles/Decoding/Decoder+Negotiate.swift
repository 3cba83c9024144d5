// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The client's tickets, each for an account that has a principal.
  func tickets(_ node: YAMLNode) -> [TicketGrant] {
    list(node, of: "accounts or tickets") { node in
      if case .scalar = node.content {
        return principal(node).map { TicketGrant(principal: $0) }
      }
      guard let fields = fields(node, as: TicketKey.self, hint: "as in { account: alice }") else {
        return nil
      }
      guard let account = fields[.account] else {
        report(node, "a ticket needs an account", hint: "as in { account: alice, flaw: expired }")
        return nil
      }
      let flaw: TicketGrant.Flaw? = fields[.flaw].flatMap { choice($0, "a flaw of tickets") }
      let isForKDC = fields[.kdc].flatMap(flag) ?? false
      if isForKDC, let flaw = fields.entry(.flaw) {
        collector.report(
          flaw.nameSpan, "flaw: cannot be combined with kdc:",
          hint: "the KDC makes the tickets for servers, and makes them right")
      }
      return principal(account).map {
        TicketGrant(principal: $0, flaw: flaw, isForKDC: isForKDC)
      }
    }
  }

  private func principal(_ node: YAMLNode) -> Octets? {
    guard let account = account(node) else { return nil }
    if let principal = account.principal { return principal }
    report(
      node, "the account \"\(account.name)\" has no principal",
      hint: "as in accounts: { \(account.name): { principal: \(account.name) } }")
    return nil
  }
}
