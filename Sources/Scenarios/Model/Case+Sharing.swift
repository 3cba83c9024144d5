// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Case {
  /// The case with the storage of another case for the parts in which both are equal.
  ///
  /// The cases of a matrix differ in few parts, and a catalogue has thousands of cases in memory.
  package func sharing(_ other: Case?) -> Case {
    var parts = self.parts.value
    var steps = self.steps
    for index in steps.indices { steps[index].compact() }
    if let other {
      let others = other.parts.value
      share(&parts.needs, others.needs)
      share(&parts.accounts, others.accounts)
      share(&parts.servers, others.servers)
      share(&parts.client, others.client)
      if steps == other.steps {
        steps = other.steps
      } else {
        for (index, step) in other.steps.enumerated() where steps.indices.contains(index) {
          steps[index].share(step)
        }
      }
    }
    var shared = self
    shared.parts = CopyOnWrite(parts)
    shared.steps = steps
    return shared
  }
}

/// Replaces a value by an equal one, whose storage it shares then.
private func share<Value: Equatable>(_ value: inout Value, _ other: Value) {
  if value == other { value = other }
}

extension Step {
  /// Gives back storage for elements that are not there.
  fileprivate mutating func compact() {
    for server in rules.keys.sorted() { rules[server]?.compact() }
    for index in expect.servers.indices { expect.servers[index].exchanges.compact() }
    for index in expect.given.indices { expect.given[index].exchanges.compact() }
  }

  fileprivate mutating func share(_ other: Step) {
    Scenarios.share(&requests, other.requests)
    Scenarios.share(&handshakes, other.handshakes)
    Scenarios.share(&client, other.client)
    Scenarios.share(&rules, other.rules)
    expect.share(other.expect)
  }
}

extension Expectations {
  fileprivate mutating func share(_ other: Expectations) {
    Scenarios.share(&given, other.given)
    Scenarios.share(&servers, other.servers)
    Scenarios.share(&handshakes, other.handshakes)
    Scenarios.share(&never, other.never)
    Scenarios.share(&order, other.order)
    Scenarios.share(&client, other.client)
    Scenarios.share(&stored, other.stored)
    Scenarios.share(&oneOf, other.oneOf)
    Scenarios.share(&observations, other.observations)
  }
}

extension Array {
  /// Gives back storage for elements that are not there.
  fileprivate mutating func compact() { if capacity > count { self = map { $0 } } }
}
