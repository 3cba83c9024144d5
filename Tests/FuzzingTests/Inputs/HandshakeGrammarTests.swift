// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Playing
import Scenarios
import Testing

@testable import Fuzzing

/// Handshakes of NTLM and Negotiate as inputs.
@Suite struct HandshakeGrammarTests {
  private func inputs(_ abilities: Set<String>) -> [FuzzInput] {
    let generator = InputGenerator(seed: 1, scope: InputScope(abilities: abilities))
    return (0..<2_000).map { generator.input($0) }
  }

  /// The messages of a scheme in an input that are valid base64.
  private func messages(_ scheme: HandshakeScheme, _ input: FuzzInput) -> [Octets] {
    let word = scheme.rawValue + " "
    return input.replies.dropFirst().flatMap(\.lines).compactMap { line in
      line.value.starts(with: word.utf8)
        ? Octets(base64: Octets(line.value.bytes.dropFirst(word.utf8.count))) : nil
    }
  }

  @Test func onlyAClientWithTheAbilityGetsAHandshake() {
    #expect(inputs(["basic", "digest", "proxy"]).allSatisfy { $0.handshake == nil })
    let both = inputs(["basic", "digest", "proxy", "ntlm", "negotiate"])
    for scheme in HandshakeScheme.allCases {
      #expect(both.count { $0.handshake == scheme } > 50)
    }
    #expect(both.count { $0.handshake == nil } > 1_500)
  }

  @Test func someMessagesAreRightAndOthersAreNot() {
    let ntlm = inputs(["ntlm"]).flatMap { messages(.ntlm, $0) }
    let read = ntlm.count { (try? NTLMChallengeMessage(parsing: $0.array)) != nil }
    #expect(read > ntlm.count / 4 && read < ntlm.count)
    let tokens = inputs(["negotiate"]).flatMap { messages(.negotiate, $0) }
    let responses = tokens.count { if case .response = NegotiateToken($0) { true } else { false } }
    #expect(responses > tokens.count / 4 && responses < tokens.count)
  }

  /// Only the text of an input is stored.
  @Test func aHandshakeIsTheSameFromItsText() {
    for input in inputs(["ntlm", "negotiate"]) where input.handshake != nil {
      #expect(FuzzInput(text: input.text) == input)
    }
  }

  @Test func whatTheClientDoesInAHandshakeIsLeftToTheInvariants() throws {
    let abilities: Set = ["basic", "digest", "ntlm"]
    let input = try #require(inputs(["ntlm"]).first { $0.handshake == .ntlm })
    #expect(GrammarAnswer(input, abilities: abilities).kind == .open)
    #expect(GrammarAnswer(input, abilities: ["basic"]).kind != .answer)
    let plan = InputCase(abilities: abilities).plan(input).plan
    #expect(plan.played.needs == ["ntlm"])
    #expect(InputCase(abilities: ["basic"]).plan(input).plan.played.needs == [])
  }
}
