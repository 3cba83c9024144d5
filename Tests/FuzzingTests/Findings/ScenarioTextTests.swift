// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Playing
import ScenarioFiles
import Scenarios
@testable import Fuzzing
import Testing

@Suite("An input as a scenario")
struct ScenarioTextTests {
  private static let abilities: Set<String> = [
    "basic", "digest", "proxy", "proxy-digest", "redirects", "cookies",
  ]

  @Test("The file loads as the case that was played")
  func roundTrip() {
    let generator = InputGenerator(seed: 21)
    var corpus: [FuzzInput] = []
    for index in 0..<1_500 {
      let input = generator.input(UInt64(index), from: InputPool(corpus))
      if index % 20 == 0 { corpus.append(input) }
      let http2: HTTP2Start? =
        input.obstacleOnHTTP2 != nil ? nil : index % 2 == 0 ? .afterALPN : .withPriorKnowledge
      let played = InputCase(abilities: Self.abilities, http2: http2).plan(input).plan.played
      let text = ScenarioText(played, notes: "A test.").text
      let loaded = ScenarioLoader.load(text: Array(text.utf8), id: "fuzz", file: "fuzz")
      guard let read = loaded.cases.first else {
        Issue.record("\(loaded.diagnostics)\n\(text)")
        continue
      }
      #expect(Self.essence(read) == Self.essence(played), "\(text)")
    }
  }

  @Test(
    "Notes of any text are loaded unchanged",
    arguments: [
      "Expected realm “a”; observed no request.", "\"nonce\" is \\ or \\x01", "${xE2} $${ $ {",
      "\u{0}\u{1}\t\r\n\u{7F}\u{85}\u{A0}\u{2028}\u{FEFF}\u{FFFE}\u{FFFF}", "日本語 🔑 e\u{301}",
      ": # - ? & * ! | > ' % @ `", "${matrix.a} ${serial} ${4200*a}",
    ])
  func notes(words: String) throws {
    let input = FuzzInput(challenges: ["Basic"])
    let played = InputCase(abilities: Self.abilities).plan(input).plan.played
    let text = ScenarioText(played, notes: words).text
    let loaded = ScenarioLoader.load(text: Array(text.utf8), id: "fuzz", file: "fuzz")
    let read = try #require(loaded.cases.first, "\(loaded.diagnostics)\n\(text)")
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    #expect(read.scenario.notes == words)
  }

  @Test("Runs of one character are written by their length")
  func runs() {
    let long = String(repeating: "a", count: 4_200)
    #expect("nonce \(long)b".withShortRuns == "nonce ${4200*a}b")
    let line = "nonce aaaa \(String(repeating: "b", count: 120))"
    #expect(line.withShortRuns == line)
    #expect("".withShortRuns == "")
  }

  /// The parts of a case that are played and judged, without source locations and words for
  /// readers.
  private static func essence(_ played: Case) -> [Octets] {
    var lines = played.servers.map {
      "\($0.name) \($0.kind) \(String(describing: $0.backEnd)) \($0.speaksHTTP2) \($0.tls != nil)"
    }
    lines += played.accounts.map { "\($0.name) \($0.user) \($0.password)" }
    lines += played.client.credentials.map { "\($0.login) \($0.servers)" }
    lines.append(
      "\(played.client.proxy ?? "") \(played.client.cookies) \(played.client.redirects)")
    for step in played.steps {
      lines += step.requests.map { "\($0)" }
      for server in played.servers {
        for rule in step.rules[server.name] ?? [] {
          lines.append("\(server.name) \(rule.times ?? 0) \(rule.reply)")
        }
      }
      for server in step.expect.servers {
        lines += server.exchanges.map {
          "\($0.pattern) \(String(describing: $0.replied)) \($0.count)"
        }
      }
      lines += step.expect.never.map { "\($0.server ?? "") \($0.pattern)" }
    }
    return lines.map { Octets($0) }
  }
}
