// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import KnownAnswers
import Testing

@Suite("The cache of challenge lists")
struct ChallengeListCacheTests {
  @Test("returns what parsing returns, also the second time and after many other values")
  func values() {
    let reader = ChallengeListCache()
    let values = HeaderCase.all.flatMap(\.octets)
    #expect(values.count > 200)
    for (place, value) in values.enumerated() {
      #expect(reader.list(value) == ChallengeList(parsing: value))
      let other = values[place / 2]
      #expect(reader.list(other) == ChallengeList(parsing: other))
      #expect(reader.list(value) == ChallengeList(parsing: value))
    }
  }

  @Test("parses lines as one value")
  func lines() {
    let reader = ChallengeListCache()
    for header in HeaderCase.all {
      #expect(reader.list(header.octets) == ChallengeList(parsing: header.octets))
    }
  }
}
