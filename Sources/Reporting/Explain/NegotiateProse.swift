// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// What a scenario says of Negotiate, in words.
enum NegotiateProse {
  /// What is asked of a token.
  static func pattern(_ pattern: NegotiationPattern) -> [String] {
    var words: [String] = []
    if let isMutual = pattern.isMutual {
      words.append(
        isMutual
          ? "that demands the server's proof" : "that does not demand the server's proof")
    }
    if let isDelegated = pattern.isDelegated {
      words.append(isDelegated ? "with delegated credentials" : "without delegated credentials")
    }
    switch pattern.binding {
    case .right: words.append("bound to the server's certificate")
    case .wrong: words.append("bound to another certificate than the server's")
    case .absent: words.append("bound to nothing")
    case nil: break
    }
    return words
  }

  /// The tickets of a client, in a sentence.
  static func tickets(_ grant: TicketGrant) -> String {
    let flaw =
      switch grant.flaw {
      case nil: ""
      case .expired: " that have expired"
      case .expiredUnseen: " that have expired, as it cannot see"
      case .notYetValid: " that are not valid yet, as it cannot see"
      case .foreignKey: " with keys that the servers do not have"
      case .otherServers: " for other servers"
      case .clockAhead: ", and its clock is an hour ahead"
      }
    let person = Visible.line(grant.principal)
    if grant.isForKDC {
      return "It has a ticket of \(person) for the KDC, which gives it those for servers."
    }
    return "It has tickets of \(person)\(flaw)."
  }

  /// What becomes of the acceptor's token; `nil` for the usual.
  static func answer(_ answer: NegotiateAnswer) -> String? {
    switch answer {
    case .right: nil
    case .wrong: "with a wrong token of Negotiate"
    case .absent: "without a token of Negotiate"
    }
  }
}
