/// Reads the values of WWW-Authenticate and Proxy-Authenticate, and knows the last few: who makes a
/// server's replies reads the same values as who says what they mean.
package final class ChallengeReader {
  /// How many values are known at most.
  private static let most = 8

  private var known: [(value: Octets, list: ChallengeList)] = []

  /// A reader that has read nothing.
  package init() {}

  /// The challenges of a field value.
  package func list(_ value: Octets) -> ChallengeList {
    for place in known.indices where known[place].value == value { return known[place].list }
    let list = ChallengeList(parsing: value)
    if known.count == ChallengeReader.most { known.removeAll(keepingCapacity: true) }
    known.append((value, list))
    return list
  }

  /// The challenges of several field lines, taken as one value (RFC 9110 5.3).
  package func list(_ lines: [Octets]) -> ChallengeList { list(Octets(joining: lines)) }
}
