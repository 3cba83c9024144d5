// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let ticket: YAMLForm<TicketGrant> = .init(
    "a ticket", hint: "as in { account: alice }", required: ["account"],
    .custom("account", .text),
    .option("flaw", \.flaw, .choice("a flaw of tickets")),
    .may("kdc", \.isForKDC, .flag))
}

extension Decoder {
  /// A ticket for an account that has a principal.
  func ticket(_ node: YAMLNode) -> TicketGrant? {
    if case .scalar = node.content { return principal(node).map { TicketGrant(principal: $0) } }
    guard let fields = fields(node, as: Forms.ticket) else { return nil }
    guard let account = fields["account"] else {
      report(node, "a ticket needs an account", hint: "as in { account: alice, flaw: expired }")
      return nil
    }
    guard var ticket = principal(account).map({ TicketGrant(principal: $0) }) else { return nil }
    fields.read(into: &ticket, by: self)
    if ticket.isForKDC, let flaw = fields.entry("flaw") {
      collector.report(
        flaw.nameSpan, "flaw: cannot be combined with kdc:",
        hint: "the KDC makes the tickets for servers, and makes them right")
    }
    return ticket
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
