// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Reporting
import Platform
import Scenarios
import Transcripts
import Testing

@Suite("What is left out of reports")
struct RedactionTests {
  private static let secrets = UserSecrets(
    commands: ["curl -u alice:hush-hush-1 -H 'X-Token: tok-12345' {url}"], more: ["Ünter"])

  @Test("A secret is taken out of every text of a case", arguments: [true, false])
  func everywhere(isInGroup: Bool) throws {
    let words = "alice:hush-hush-1, hush-hush-1, tok-12345, Ünter"
    let octets = Octets(words)
    var exchange = Sample.exchange(
      Octets("Basic \(Octets("alice:hush-hush-1").base64)"), status: 200)
    exchange.request.target = octets
    exchange.rawHead = octets
    exchange.body = octets
    let play = Sample.play(
      [exchange], ending: .failure(ClientFailure(kind: .other, message: words)))
    var result = Sample.result(
      0, "digest/fail", .fail,
      finding: Finding(expected: words, observed: words, diagnosis: words, exchange: 0), play: play,
      reason: words)
    result.cause = FailureCause(.qop)
    var summary = Sample.summary([result])
    summary.groups = [FailureGroup(FailureCause(.qop), shownBy: result.checks.last, of: result)]
    let event =
      RedactionTests.secrets.redacted(isInGroup ? .runFinished(summary) : .caseFinished(result))
    var shown: [CaseResult] = []
    switch event {
    case .caseFinished(let result): shown = [result]
    case .runFinished(let summary): shown = summary.groups.map(\.smallest)
    case .runStarted: break
    }
    let left = try #require(shown.first)
    let text =
      "\(left.reason ?? "") \(left.checks.compactMap(\.finding)) "
      + TraceReport.lines(of: left).map(\.text).joined()
    for secret in ["hush-hush-1", "tok-12345", "Ünter", "YWxpY2U6aHVzaC1odXNoLTE="] {
      #expect(!text.contains(secret), "\(secret): \(text)")
    }
    #expect(text.contains("[redacted]"))
    #expect(text.contains("/report"), "the rest stays")
  }

  @Test("Nothing is searched for where the user gave nothing")
  func none() {
    let secrets = UserSecrets(commands: ["curl -u {user}:{password} {url}"], more: [])
    #expect(secrets.isEmpty)
    let result = Sample.all()[5]
    guard case .caseFinished(let same) = secrets.redacted(.caseFinished(result)) else {
      Issue.record("another event")
      return
    }
    #expect(same.play === result.play)
  }

  @Test(
    "What is a secret in a command line",
    arguments: [
      ("curl -u a:{password} {url}", []), ("curl -u 'a:b c' {url}", ["a:b"]),
      ("x --token=abc --user b", ["abc", "b"]), ("x -H 'X-Api-Key: k1' y", ["k1"]),
      ("x -H \"Authorization: Bearer t1\"", ["t1"]), ("x http://u:p@h/ http://h/?q=a@b", ["u:p"]),
      ("curl --proxy-user=a:b", ["a:b"]), ("x --password", []), ("", []),
    ] as [(String, [String])])
  func command(line: String, secrets: [String]) {
    #expect(CommandSecrets.values(in: line) == secrets)
  }
}
