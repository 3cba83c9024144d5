// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Foundation
import KnownAnswers
import Testing

/// Prints times and does not judge them. Runs only with `AUTHSPEC_BENCH=1`, and is useful only in a
/// release build.
@Suite(
  "Benchmarks", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["AUTHSPEC_BENCH"] == "1"))
struct BenchmarkTests {
  @Test("Reading the header cases")
  func parsing() throws {
    let values = HeaderCase.all.map { Octets(joining: $0.octets) }
    var challenges = 0
    let rounds = 500
    let time = ContinuousClock().measure {
      for _ in 0..<rounds {
        for value in values { challenges += ChallengeList(parsing: value).challenges.count }
      }
    }
    report("challenge list", time, rounds * values.count)
    #expect(challenges > values.count)
  }

  @Test("Verifying right Digest credentials", arguments: DigestSituation.all)
  func verifying(_ situation: DigestSituation) {
    var client = situation.client
    client.user = DigestSituation.bob.user
    client.password = DigestSituation.bob.password
    let context = situation.context(of: client)
    let value = client.fieldValue
    var valid = 0
    let rounds = 20_000
    let time = ContinuousClock().measure {
      for _ in 0..<rounds {
        if case .valid = CredentialsVerifier.verify(value, in: context) { valid += 1 }
      }
    }
    report("verify \(situation.testDescription)", time, rounds)
    #expect(valid == rounds)
  }

  @Test("Explaining a wrong password")
  func explaining() throws {
    let situation = try #require(DigestSituation.all.last)
    var client = situation.client
    client.password = "wrong"
    let context = situation.context(of: client)
    let value = client.fieldValue
    let rounds = 500
    var invalid = 0
    let time = ContinuousClock().measure {
      for _ in 0..<rounds {
        if case .invalid = CredentialsVerifier.verify(value, in: context) { invalid += 1 }
      }
    }
    report("explain a wrong password", time, rounds)
    #expect(invalid == rounds)
  }

  private func report(_ name: String, _ time: Duration, _ count: Int) {
    let nanoseconds = time / .nanoseconds(1) / Double(count)
    print("bench: \(name): \(Int(nanoseconds)) ns")
  }
}
