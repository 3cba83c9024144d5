// SPDX-License-Identifier: Apache-2.0

/// Parses the values of WWW-Authenticate and Proxy-Authenticate, and caches the latest: the script
/// and the judge read the same values.
package final class ChallengeListCache {
  /// The size of the cache.
  private static let most = 8

  private var known: [(value: Octets, list: ChallengeList)] = []

  package init() {}

  package func list(_ value: Octets) -> ChallengeList {
    for place in known.indices where known[place].value == value { return known[place].list }
    let list = ChallengeList(parsing: value)
    if known.count == ChallengeListCache.most { known.removeAll(keepingCapacity: true) }
    known.append((value, list))
    return list
  }

  /// The challenges of several field lines, joined to one value (RFC 9110 5.3).
  package func list(_ lines: [Octets]) -> ChallengeList { list(Octets(joining: lines)) }
}
