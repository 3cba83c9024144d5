/// What a WWW-Authenticate or Proxy-Authenticate field says (RFC 9110 11.6.1, 11.7.1).
///
/// Reading never throws: what was read before the field leaves its grammar is kept, since a client
/// may use it (RFC 9110 15.5.2) and a judge wants to see it.
package struct ChallengeList: Hashable, Sendable {
  /// The challenges in order; the last one `isPartial` when the grammar was left inside it.
  package var challenges: [Challenge]
  /// Where the value leaves the grammar, if it does.
  package var failure: GrammarError?

  /// The challenges of one field value. Takes time linear in its length.
  package init(parsing value: Octets) {
    var parser = FieldParser(value, rule: .challenges)
    parser.read()
    failure = parser.failure
    challenges = parser.challenges
  }

  /// The challenges of several field lines, taken as one value joined with ", " (RFC 9110 5.3).
  ///
  /// Offsets of a failure are those in the joined value.
  package init(parsing lines: [Octets]) {
    self.init(parsing: Octets(joining: lines))
  }

  /// `true` if the value is in the grammar and no challenge names a parameter twice (RFC 9110
  /// 11.2).
  package var isValid: Bool {
    failure == nil && challenges.indices.allSatisfy { challenges[$0].duplicatedParameter == nil }
  }
}

extension Octets {
  /// Field lines as one value: their values in order, with commas between (RFC 9110 5.3).
  ///
  /// A single line shares its storage.
  package init(joining lines: [Octets]) {
    if lines.count == 1 { self = lines[0] } else { self.init(separating: lines, by: ", ") }
  }

  /// Runs of octets with a separator between them.
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
