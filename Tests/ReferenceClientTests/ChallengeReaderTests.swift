// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import ReferenceClient
import KnownAnswers
import TestThreads
import Testing

extension HeaderCase {
  /// Fields from clients' own tests that hold challenges.
  static let challenges = all.filter {
    $0.field == "WWW-Authenticate" || $0.field == "Proxy-Authenticate"
  }
}

@Suite struct ChallengeReaderTests {
  /// One line for each challenge, to be compared.
  private static func text(_ challenges: [ReceivedChallenge]) -> [String] {
    challenges.map { challenge in
      let parameters = challenge.parameters.map { "\($0.name.latin1)=\($0.value.latin1)" }
      return ([challenge.scheme.latin1, challenge.token68?.latin1 ?? "-"] + parameters)
        .joined(separator: " | ")
    }
  }

  private static func text(_ expected: [HeaderCase.Expected]) -> [String] {
    expected.map { challenge in
      let parameters = challenge.params.map { $0.joined(separator: "=") }
      return ([challenge.scheme, challenge.token68 ?? "-"] + parameters).joined(separator: " | ")
    }
  }

  @Test(arguments: [
    ("nextnonce=n, qop=auth", ["nextnonce", "qop"]), (",, nextnonce=\"n\" ,", ["nextnonce"]),
    ("", []), ("nc=a, nc=a, b nextnonce=n", nil), ("nc=a, b nextnonce=n", nil),
    ("b nextnonce=n", nil), ("nextnonce", nil), ("nextnonce=", nil),
  ])
  func listsOfParameters(_ line: String, names: [String]?) {
    let read = ChallengeReader.readParameters(Octets(line), faults: FaultSet())
    #expect(read?.map(\.name.latin1) == names)
  }

  private static func read(_ lines: Octets...) -> [String] { text(ChallengeReader.read(lines)) }

  @Test func thereAreCases() {
    #expect(HeaderCase.challenges.count > 150)
    #expect(HeaderCase.challenges.contains { $0.isValid })
    #expect(HeaderCase.challenges.contains { !$0.isValid })
  }

  @Test(arguments: HeaderCase.challenges.filter(\.isValid))
  func validFieldsAreRead(_ field: HeaderCase) {
    #expect(Self.text(ChallengeReader.read(field.unfolded)) == Self.text(field.parse))
  }

  @Test(arguments: HeaderCase.challenges.filter { !$0.isValid })
  func brokenChallengesAreLeftOut(_ field: HeaderCase) {
    let broken = field.parse.filter { $0.partial ?? false || $0.dup ?? false }
    let read = Self.text(ChallengeReader.read(field.unfolded))
    for challenge in Self.text(broken)
    where !Self.text(field.parse.filter { !($0.partial ?? false || $0.dup ?? false) }).contains(
      challenge)
    {
      #expect(!read.contains(challenge))
    }
  }

  @Test func challengesAndTheirParametersStayApart() {
    #expect(
      Self.read(
        #"Newauth realm="apps", type=1, title="Login, Basic realm=\"x\"", Basic realm="simple""#)
        == [
          #"Newauth | - | realm=apps | type=1 | title=Login, Basic realm="x""#,
          "Basic | - | realm=simple",
        ])
    #expect(Self.read("Basic, realm=x") == [])
    #expect(Self.read("Basic , realm=x") == ["Basic | - | realm=x"])
    #expect(
      Self.read("NTLM abc==, Foo a=, Bar a=b") == ["NTLM | abc==", "Foo | a=", "Bar | - | a=b"])
  }

  @Test func lateLinesSurviveEarlyOnes() {
    #expect(Self.read(#"Digest nonce="open"#, "Basic realm=x") == ["Basic | - | realm=x"])
    #expect(Self.read(#"Digest nonce="n""#, #"realm="r""#) == ["Digest | - | nonce=n | realm=r"])
  }

  @Test func faultsChangeWhatIsRead() {
    let line: Octets = #"Basic realm="a, b""#
    #expect(ChallengeReader.read([line]).first?.parameters.first?.value == "a, b")
    let split = ChallengeReader.read([line], faults: FaultSet([.splitAtQuotedCommas]))
    #expect(split.first?.parameters.first?.value != "a, b")
  }

  @Test func longFieldsTakeLinearTime() {
    func time(_ count: Int) -> Double {
      let octets = Octets(Array("Basic ".utf8) + Array(repeating: UInt8(ascii: ","), count: count))
      return leastTime { #expect(ChallengeReader.read([octets]).count == 1) }
    }
    _ = time(1_000)
    #expect(time(400_000) < time(40_000) * 40)
  }
}
