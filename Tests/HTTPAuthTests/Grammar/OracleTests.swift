// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Foundation
import Testing

@Suite("The parser and a literal parser of the grammar")
struct OracleTests {
  /// `AUTHSPEC_ORACLE_INPUTS` is the number of inputs, `AUTHSPEC_ORACLE_SEED` their seed.
  private static let environment = ProcessInfo.processInfo.environment
  static let count = environment["AUTHSPEC_ORACLE_INPUTS"].flatMap { Int($0) } ?? 20_000
  static let seed = environment["AUTHSPEC_ORACLE_SEED"].flatMap { UInt64($0) } ?? 20_260_101

  @Test("Both accept the same values, with the same result")
  func agree() throws {
    print("oracle: \(Self.count) inputs, seed \(Self.seed)")
    var generator = FieldGenerator(random: SeededGenerator(seed: Self.seed))
    var accepted = 0
    for _ in 0..<Self.count {
      let value = generator.value()
      // "field value does not include … whitespace" around it (RFC 9110 5.5)
      let trimmed = trim(value)
      let literal = LiteralParser(octets: trimmed)
      if compareLists(value, literal) { accepted += 1 }
      compareCredentials(value, literal)
      compareParameters(value, literal)
    }
    print("oracle: \(accepted) accepted as lists of challenges")
    // The comparison is useful only if both results occur often.
    #expect(accepted > Self.count / 10)
    #expect(accepted < Self.count * 9 / 10)
  }

  @Test("A difference is found")
  func differenceIsSeen() {
    let value = Array("Basic a=b, c=d".utf8)
    let other = LiteralParser(octets: Array("Basic a=b, c d".utf8))
    #expect(other.challengeLists().first != ChallengeList(parsing: Octets(value)).challenges)
  }

  private func compareLists(_ value: [UInt8], _ literal: LiteralParser) -> Bool {
    let list = ChallengeList(parsing: Octets(value))
    compare(value, list.failure, list.challenges, literal.challengeLists())
    return list.failure == nil
  }

  private func compareCredentials(_ value: [UInt8], _ literal: LiteralParser) {
    do {
      let credentials = try Credentials(parsing: Octets(value))
      let challenge = Challenge(
        scheme: credentials.scheme, token68: credentials.token68,
        parameters: credentials.parameters)
      compare(value, nil, challenge, literal.credentials())
    } catch {
      compare(value, error, Challenge(scheme: ""), literal.credentials())
    }
  }

  private func compareParameters(_ value: [UInt8], _ literal: LiteralParser) {
    let info = AuthenticationInfoField(parsing: Octets(value))
    compare(value, info.failure, info.parameters, literal.parameterLists())
  }

  private func compare<Reading>(
    _ value: [UInt8], _ failure: GrammarError?, _ reading: Reading, _ readings: Set<Reading>
  ) {
    if let failure {
      if readings.isEmpty, (0...value.count).contains(failure.offset) { return }
    } else if readings == [reading] {
      return
    }
    let seen = failure.map(String.init(describing:)) ?? "\(reading)"
    Issue.record("\"\(Octets(value))\": \(seen), but literally \(readings)")
  }

  private func trim(_ value: [UInt8]) -> [UInt8] {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    return Array(value.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
