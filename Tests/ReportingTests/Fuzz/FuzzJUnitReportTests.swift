// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
@testable import FuzzReporting
@testable import Fuzzing
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import Testing

@Suite("The JUnit report of a campaign")
struct FuzzJUnitReportTests {
  private func finding(_ oracle: Oracle) -> FuzzFinding {
    FuzzFinding(
      failure: OracleFailure(
        signature: FailureSignature(oracle), expected: "a & b", observed: "<c>"), features: [],
      input: FuzzInput(challenges: ["Basic realm=\"\u{1}\""]),
      original: FuzzInput([]), run: 7, isStable: true)
  }

  private func report(
    _ findings: [FuzzFinding], known: [FuzzFinding] = [], examined: Set<Oracle> = [],
    isInterrupted: Bool = false
  ) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "authspec-fuzz-\(UUID().uuidString).xml"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let summary = CampaignSummary(
      progress: CampaignProgress(), findings: findings, examined: examined,
      isInterrupted: isInterrupted)
    let header = RunHeader(
      version: "1", client: ClientIdentity(name: "x", version: "2", abilities: []), cases: 0,
      seed: 5, jobs: 1, started: 0)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "authspec-findings-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let kept = try FindingsFolder(path: folder, program: "authspec")
    try FuzzJUnitReport(path: path).write(
      summary, known: known, header: header,
      commands: { kept.commands(for: KeptFinding($0, options: ["--client", "x"])) })
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("A finding is a failure; its oracle does not pass beside it")
  func failure() throws {
    let text = try report(
      [finding(.noAnswer)], examined: [.noAnswer, .answer])
    #expect(
      text.contains("<failure type=\"MUST\" message=\"Expected a &amp; b; observed &lt;c&gt;."))
    #expect(text.contains("failures=\"1\""))
    #expect(!text.contains("name=\"no-answer:"))
    #expect(text.contains("name=\"answer: A challenge that can be answered is answered\""))
    // What shows it again stands below the input.
    #expect(
      text.contains(
        "\n\nWWW-Authenticate: Basic realm=\"\\x01\"\n\nauthspec fuzz --client x --replay "))
    // Nothing that XML has no place for.
    #expect(!text.unicodeScalars.contains("\u{1}"))
  }

  @Test("An oracle that had nothing to look at is skipped, not passed")
  func inconclusive() throws {
    let skipped = Oracle.all.count - 1
    let text = try report([], examined: [.answer])
    #expect(text.contains("failures=\"0\" errors=\"0\" skipped=\"\(skipped)\""))
  }

  @Test(
    "What is known is skipped; an interruption is an error; a fault of the harness is none of the client's"
  )
  func others() throws {
    #expect(try report([], known: [finding(.answer)]).contains("authspec.known-finding"))
    #expect(try report([], isInterrupted: true).contains("errors=\"1\""))
    let fault = try report([finding(.harness)])
    #expect(fault.contains("failures=\"0\" errors=\"1\""))
  }
}
