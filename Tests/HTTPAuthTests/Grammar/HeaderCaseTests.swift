// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import KnownAnswers
import Testing

@Suite("Header cases from clients' own tests")
struct HeaderCaseTests {
  @Test("The whole file is read")
  func fileIsWhole() {
    #expect(HeaderCase.all.count == 222)
    #expect(HeaderCase.all.count { $0.isValid } > 100)
    #expect(HeaderCase.all.count { !$0.isValid } > 30)
  }

  @Test("Validity, challenges and errors are those of the grammar", arguments: HeaderCase.all)
  func agrees(_ headerCase: HeaderCase) throws {
    let list = ChallengeList(parsing: headerCase.octets)
    #expect(list.isValid == headerCase.isValid, "\(list)")
    #expect((list.failure != nil) == (headerCase.error != nil), "\(list)")
    if let failure = list.failure, let offset = headerCase.errorOffset {
      #expect(failure.offset >= offset)
    }
    expectSame(list.challenges, headerCase.parse)
  }

  @Test("Line by line", arguments: HeaderCase.all.filter { $0.perLineParse != nil })
  func agreesLineByLine(_ headerCase: HeaderCase) throws {
    let challenges = headerCase.octets.flatMap { ChallengeList(parsing: $0).challenges }
    expectSame(challenges, try #require(headerCase.perLineParse))
  }

  @Test("A value that is not a list of challenges is not a list of parameters either")
  func authenticationInfo() throws {
    let headerCase = try #require(HeaderCase.all.first { $0.field == "Authentication-Info" })
    let info = AuthenticationInfoField(parsing: headerCase.octets)
    #expect(!info.isValid)
    #expect(info.failure == GrammarError(offset: 12, expectation: .equalsSign))
  }

  private func expectSame(_ challenges: [Challenge], _ expected: [HeaderCase.Expected]) {
    #expect(challenges.map(\.scheme.latin1) == expected.map(\.scheme))
    for (challenge, expected) in zip(challenges, expected) {
      #expect(challenge.token68?.latin1 == expected.token68)
      #expect(challenge.parameters.map { [$0.name.latin1, $0.value.latin1] } == expected.params)
      #expect((challenge.duplicatedParameter != nil) == (expected.dup ?? false))
      if expected.partial == true { #expect(challenge.isPartial) }
    }
  }
}
