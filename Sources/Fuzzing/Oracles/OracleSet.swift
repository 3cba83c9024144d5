import HTTPAuth

/// The oracles of a campaign: which of them had something to look at in an input.
package struct OracleSet: OptionSet, Hashable, Sendable {
  /// A bit for each name.
  package let rawValue: UInt32

  /// A set of these bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The oracle of that name; none where there is no such oracle.
  package init(_ name: String) {
    guard let place = OracleSet.all.firstIndex(where: { $0.name == name }) else {
      self.init(rawValue: 0)
      return
    }
    self.init(rawValue: 1 << UInt32(place))
  }

  /// An oracle and what it looks for, as a sentence about a client that is right.
  package struct Oracle: Hashable, Sendable {
    /// Its name: that of an invariant, or one of its own.
    package let name: String
    /// What is right.
    package let title: String
  }

  /// All oracles, the invariants last.
  package static let all: [Oracle] = [
    Oracle(name: "answer", title: "A challenge that can be answered is answered"),
    Oracle(name: "no-answer", title: "What is no challenge is not answered"),
    Oracle(
      name: "whole", title: "A challenge is answered by one of its readings, not by a mixture"),
    Oracle(name: "slow", title: "Work grows no faster than what is read"),
    Oracle(name: "memory", title: "What is read is not kept for ever"),
    Oracle(name: "disagreement", title: "Clients understand a refusal alike"),
    Oracle(name: "secrets-stay", title: "Credentials reach only the servers they were given for"),
    Oracle(
      name: "clear-only-where-offered",
      title: "A password goes in clear only to a server that offered Basic"),
    Oracle(name: "nonce-stays", title: "A nonce goes only to the server that issued it"),
    Oracle(name: "well-formed", title: "Credentials are well-formed"),
    Oracle(name: "nonce-count", title: "nc rises by one and never comes twice"),
    Oracle(name: "client-nonce", title: "cnonce is long enough, and fresh"),
    Oracle(name: "proxy-separation", title: "Proxy credentials stay with the proxy"),
    Oracle(name: "echo", title: "realm, nonce and opaque come back octet for octet"),
    Oracle(
      name: "nothing-injected", title: "Nothing from a challenge becomes a new header line"),
    Oracle(name: "bounded", title: "One request leads to a bounded number of requests"),
    Oracle(name: "rejected-not-repeated", title: "Refused credentials are not sent again"),
    Oracle(name: "client-is-sound", title: "The client neither crashes nor hangs"),
  ]

  /// The oracles in the set, in the order of all.
  package var oracles: [Oracle] {
    OracleSet.all.indices.filter { rawValue & (1 << UInt32($0)) != 0 }.map { OracleSet.all[$0] }
  }
}
