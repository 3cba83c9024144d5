// SPDX-License-Identifier: Apache-2.0

/// The value of a WWW-Authenticate or Proxy-Authenticate field (RFC 9110 11.6.1, 11.7.1).
///
/// Parsing never throws: the challenges before an error are kept, since a client may use them (RFC
/// 9110 15.5.2) and the judge needs them.
package struct ChallengeList: Hashable, Sendable {
  /// The challenges in order. The last one `isPartial` if the error is inside it.
  package var challenges: [Challenge]
  /// The first error of the grammar, if there is one.
  package var failure: GrammarError?

  /// Parses one field value, in time linear in its length.
  package init(parsing value: Octets) {
    var parser = FieldParser(value, rule: .challenges)
    parser.read()
    failure = parser.failure
    challenges = parser.challenges
  }

  /// Parses several field lines, joined to one value with ", " (RFC 9110 5.3).
  ///
  /// The offset of an error is counted in the joined value.
  package init(parsing lines: [Octets]) {
    self.init(parsing: Octets(joining: lines))
  }

  /// `true` if the value is in the grammar and no parameter of a challenge occurs twice (RFC 9110
  /// 11.2).
  package var isValid: Bool {
    failure == nil && challenges.indices.allSatisfy { challenges[$0].duplicatedParameter == nil }
  }
}

extension Octets {
  /// Joins the values of field lines with commas (RFC 9110 5.3). A single line is not copied.
  package init(joining lines: [Octets]) {
    if lines.count == 1 { self = lines[0] } else { self.init(separating: lines, by: ", ") }
  }

  /// Joins octets with a separator.
  package init(separating parts: [Octets], by separator: Octets) {
    var octets: [UInt8] = []
    octets.reserveCapacity(parts.reduce(0) { $0 + $1.count + separator.count })
    for (index, part) in parts.enumerated() {
      if index > 0 { octets.append(contentsOf: separator.bytes) }
      octets.append(contentsOf: part.bytes)
    }
    self.init(octets)
  }
}
