// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import KnownAnswers
import Platform

/// Measures the time that the parser of challenges takes.
enum HeaderMeasurement {
  /// Parses the header cases of the tests, and then one challenge with a realm of 1 MiB.
  static func measure(rounds: Int) {
    let fields = HeaderCase.all.map(\.octets)
    guard !fields.isEmpty else { return print("there are no header cases") }
    var challenges = 0
    let (began, count) = (Instant.now, fields.count * rounds)
    for _ in 0..<rounds {
      for lines in fields { challenges += ChallengeList(parsing: lines).challenges.count }
    }
    let each = Double(Instant.now.nanoseconds(since: began)) / Double(count)
    print("\(count) fields, \(challenges) challenges, \(each.rounded()) ns/field")

    let realm = Octets([UInt8](repeating: UInt8(ascii: "r"), count: 1 << 20))
    let long = Octets(separating: ["Basic realm=\"", realm, "\""], by: "")
    let start = Instant.now
    let isRead = ChallengeList(parsing: long).isValid
    let taken = Double(Instant.now.nanoseconds(since: start)) / 1e6
    print("a realm of 1 MiB, \(isRead ? "valid" : "not valid"), \(taken) ms")
  }
}
