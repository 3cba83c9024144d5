// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Testing

@Suite("Grammar of the authentication fields")
struct GrammarTests {
  @Test("An error has the offset and what was expected there")
  func errors() {
    let cases: [(value: Octets, offset: Int, expectation: GrammarError.Expectation)] = [
      ("\"Basic\"", 0, .scheme), (", =", 2, .scheme), ("Basic@", 5, .spaceOrComma),
      ("Basic\trealm=x", 5, .spaceOrComma), ("Basic =", 6, .token68OrParameter),
      ("Basic re{lm", 8, .equalsSign), ("Basic *", 7, .equalsSign), ("Basic a b", 8, .equalsSign),
      ("Basic a/b c", 9, .commaOrEnd), ("Basic a==\"x\"", 8, .value),
      ("Basic a=\"x", 10, .quotedText), ("Basic a=\"x\u{0}\"", 10, .quotedText),
      ("Basic a=\"x\\", 11, .quotedPair), ("Basic a=\"x\\\u{7F}\"", 11, .quotedPair),
      ("Basic a=\"x\"y", 11, .commaOrEnd), ("Basic a=b c=d", 10, .commaOrEnd),
      ("Basic a=b, c/", 12, .equalsSignSpaceOrComma), ("Basic a=b, =", 11, .schemeOrParameter),
      ("Basic a=b, c=", 13, .value), ("Basic, realm=x", 12, .spaceOrComma),
      ("Basic a==, b=c", 12, .spaceOrComma),
    ]
    for (value, offset, expectation) in cases {
      let failure = ChallengeList(parsing: value).failure
      #expect(failure == GrammarError(offset: offset, expectation: expectation), "\(value)")
    }
    #expect(
      GrammarError(offset: 12, expectation: .commaOrEnd).description
        == "at octet 12: expected a comma or the end")
    #expect(Set(GrammarError.Expectation.allCases.map(\.description)).count == 13)
  }

  @Test("The challenges before an error are kept, and the one with the error is partial")
  func partial() {
    let list = ChallengeList(parsing: "A x=y, Basic realm=\"r\", charset=\"UTF-8")
    #expect(!list.isValid)
    #expect(list.challenges.map(\.scheme) == ["A", "Basic"])
    #expect(list.challenges.map(\.isPartial) == [false, true])
    #expect(list.challenges.last?.value(of: "REALM") == "r")
    #expect(list.challenges.last?.parameters.count == 1)
    let closed = ChallengeList(parsing: "A, B@")
    #expect(closed.challenges == [Challenge(scheme: "A")])
    #expect(closed.failure?.offset == 4)
  }

  @Test("A repeated parameter makes a challenge invalid, in any case (RFC 9110 11.2)")
  func duplicates() {
    let twice = ChallengeList(parsing: "A x=1, y=2, X=3, B x=1")
    #expect(twice.failure == nil)
    #expect(!twice.isValid)
    #expect(twice.challenges.map(\.duplicatedParameter) == ["X", nil])
    #expect(ChallengeList(parsing: "A x=1, B x=1").isValid)
    let many = (0..<40).map { "p\($0)=1" }.joined(separator: ",")
    #expect(ChallengeList(parsing: Octets("A \(many)")).isValid)
    let manyTwice = ChallengeList(parsing: Octets("A \(many), P7=1"))
    #expect(manyTwice.challenges.first?.duplicatedParameter == "P7")
  }

  @Test("A fold is white space (RFC 9112 5.2), a bare CR or LF is not")
  func folds() {
    let list = ChallengeList(parsing: "Basic\t\r\n\trealm=\"a\t\r\n b\"\r\n \r\n ,c=d")
    #expect(list.isValid)
    #expect(
      list.challenges.first?.parameters.map(\.value) == [
        Octets("a" + String(repeating: " ", count: 4) + "b"), "d",
      ])
    #expect(ChallengeList(parsing: "Basic realm=\"a\rb\"").failure?.offset == 14)
    #expect(ChallengeList(parsing: "Basic realm=\"a\n b\"").failure?.offset == 14)
    #expect(ChallengeList(parsing: "Basic realm=\"a\r\nb\"").failure?.offset == 14)
    // Offsets are counted in the value with its folds.
    #expect(ChallengeList(parsing: "Basic \r\n @").failure?.offset == 9)
  }

  @Test("Lines are one value, joined with a comma (RFC 9110 5.3)")
  func lines() {
    #expect(
      ChallengeList(parsing: ["A x=y", "z=1", "", "B"]) == ChallengeList(parsing: "A x=y, z=1, , B")
    )
    #expect(ChallengeList(parsing: []).isValid)
    #expect(ChallengeList(parsing: ["A \"", "B"]).failure?.offset == 2)
    let slice = Octets("xxBasic a=bxx")[2..<11]
    #expect(ChallengeList(parsing: slice).challenges.first?.value(of: "a") == "b")
    #expect(ChallengeList(parsing: Octets("xx@")[2..<3]).failure?.offset == 0)
  }

  @Test("Credentials are not a list (RFC 9110 11.4)")
  func credentials() throws {
    #expect(
      try Credentials(parsing: "Basic abc=") == Credentials(scheme: "Basic", token68: "abc="))
    let digest = try Credentials(parsing: "Digest , a=\"b\" ,, c = d,")
    #expect(digest.parameters.map(\.value) == ["b", "d"])
    #expect(digest.parameters.map(\.form) == [.quotedString, .token])
    #expect(digest.parameter("C")?.value == "d")
    #expect(digest.parameter(named: "a")?.value == "b")
    #expect(digest.parameter("e") == nil)
    let bad: [(value: Octets, offset: Int, expectation: GrammarError.Expectation)] = [
      ("", 0, .scheme), (", Basic", 0, .scheme), ("Basic, Basic", 5, .spaceOrEnd),
      ("Basic abc=, Basic", 10, .end), ("Digest a=b, Basic", 17, .equalsSign),
      ("Digest a=b, @", 12, .parameter), ("Basic\tabc=", 5, .spaceOrEnd),
    ]
    for (value, offset, expectation) in bad {
      #expect(throws: GrammarError(offset: offset, expectation: expectation), "\(value)") {
        try Credentials(parsing: value)
      }
    }
  }

  @Test("A serialized value is parsed to the same value")
  func roundTrip() throws {
    let parameters: [AuthParameter] = [
      .init(name: "realm", value: "a \"b\\c\", d", form: .quotedString),
      .init(name: "x", value: "", form: .quotedString), .init(name: "y", value: "'t", form: .token),
      .init(name: "z", value: Octets([0xFF, 0x09, 0x80]), form: .quotedString),
    ]
    let challenge = Challenge(scheme: "Newauth", parameters: parameters)
    #expect(
      challenge.fieldValue.latin1
        == "Newauth realm=\"a \\\"b\\\\c\\\", d\", x=\"\", y='t, z=\"\u{FF}\t\u{80}\"")
    let challenges = [challenge, Challenge(scheme: "A"), Challenge(scheme: "B", token68: "a==")]
    #expect(ChallengeList(parsing: challenges.map(\.fieldValue)).challenges == challenges)
    let credentials = Credentials(scheme: "Newauth", parameters: parameters)
    #expect(try Credentials(parsing: credentials.fieldValue) == credentials)
    let info = AuthenticationInfoField(parameters: parameters)
    #expect(AuthenticationInfoField(parsing: info.fieldValue) == info)
    // A value that is not a token is written unchanged, and cannot be parsed.
    let broken = Challenge(
      scheme: "A", parameters: [.init(name: "x", value: "a b", form: .token)])
    #expect(ChallengeList(parsing: broken.fieldValue).failure?.offset == 6)
  }
}
