// SPDX-License-Identifier: Apache-2.0

/// Parses the values of WWW-Authenticate and Proxy-Authenticate, and caches the latest results: the
/// script and the judge read the same values.
package final class ChallengeListCache {
  private static let capacity = 8

  private var known: [(value: Octets, list: ChallengeList)] = []

  package init() {}

  package func list(_ value: Octets) -> ChallengeList {
    for place in known.indices where known[place].value == value { return known[place].list }
    let list = ChallengeList(parsing: value)
    if known.count == ChallengeListCache.capacity { known.removeAll(keepingCapacity: true) }
    known.append((value, list))
    return list
  }

  /// The challenges of several field lines, joined to one value (RFC 9110 5.3).
  package func list(_ lines: [Octets]) -> ChallengeList { list(Octets(joining: lines)) }
}
