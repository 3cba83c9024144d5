import Foundation
import HTTPAuth
import Testing

@testable import ReferenceClient

/// Fields from clients' own tests, and what the grammar makes of them.
struct FieldCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Expected: Decodable, Sendable {
    var scheme: String
    var token68: String?
    var params: [[String]]
    var partial: Bool?
    var dup: Bool?
  }

  var id: String
  var lines: [String]
  var isValid: Bool
  var parse: [Expected]

  private enum CodingKeys: String, CodingKey {
    case id, lines, parse
    case isValid = "rfc_valid"
  }

  var testDescription: String { id }

  /// The lines as octets, unfolded (RFC 9112 5.2).
  var octets: [Octets] {
    lines.compactMap { line in
      Octets(latin1: line.replacing("\r\n ", with: " ").replacing("\r\n\t", with: " "))
    }
  }

  static let all: [FieldCase] = {
    let file = Repository.root.appending(path: "Tests/HTTPAuthTests/Fixtures/header-cases.jsonl")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      guard
        line.contains("\"field\": \"WWW-Authenticate\"")
          || line.contains("\"field\": \"Proxy-Authenticate\"")
      else { return nil }
      return try? JSONDecoder().decode(FieldCase.self, from: Data(line.utf8))
    }
  }()
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

  private static func text(_ expected: [FieldCase.Expected]) -> [String] {
    expected.map { challenge in
      let parameters = challenge.params.map { $0.joined(separator: "=") }
      return ([challenge.scheme, challenge.token68 ?? "-"] + parameters).joined(separator: " | ")
    }
  }

  private static func read(_ lines: Octets...) -> [String] { text(ChallengeReader.read(lines)) }

  @Test func thereAreCases() {
    #expect(FieldCase.all.count > 150)
    #expect(FieldCase.all.contains { $0.isValid })
    #expect(FieldCase.all.contains { !$0.isValid })
  }

  @Test(arguments: FieldCase.all.filter(\.isValid))
  func validFieldsAreRead(_ field: FieldCase) {
    #expect(Self.text(ChallengeReader.read(field.octets)) == Self.text(field.parse))
  }

  @Test(arguments: FieldCase.all.filter { !$0.isValid })
  func brokenChallengesAreLeftOut(_ field: FieldCase) {
    let broken = field.parse.filter { $0.partial ?? false || $0.dup ?? false }
    let read = Self.text(ChallengeReader.read(field.octets))
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
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      let octets = Octets(Array("Basic ".utf8) + Array(repeating: UInt8(ascii: ","), count: count))
      return clock.measure { #expect(ChallengeReader.read([octets]).count == 1) }
    }
    _ = time(1_000)
    #expect(time(400_000) < time(40_000) * 40)
  }
}
