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

@Suite("A campaign on a screen")
struct CampaignTextTests {
  private let place = FileManager.default.temporaryDirectory.appending(
    path: "authspec-screen-\(UUID().uuidString)"
  ).path

  private let finding = FuzzFinding(
    failure: OracleFailure(
      signature: FailureSignature(.answer),
      expected: "a realm that was offered, with every comma that stands in it",
      observed: "a realm that ends at a comma"),
    features: [], input: FuzzInput(challenges: ["Basic realm=\"a, b\"", "Digest \u{1}"]),
    original: FuzzInput([]), run: 7, isStable: true)

  private func text(width: Int = 100, isColoured: Bool = false) -> CampaignText {
    var options = TerminalOptions()
    options.width = width
    options.isColoured = isColoured
    return CampaignText(options)
  }

  private func found(_ text: CampaignText, options: [String] = ["--client", "x"]) throws -> String {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let findings = try FindingsFolder(path: place, program: "authspec")
    let kept = KeptFinding(finding, options: options)
    return text.found(finding, findings.commands(for: kept))
  }

  @Test("A finding is told in the columns there are, but for what is there to be copied")
  func width() throws {
    for width in [40, 60, 100] {
      let lines = try found(text(width: width)).split(separator: "\n")
      #expect(lines.first == "found    \(finding.id)")
      let sentence = lines.dropFirst().prefix { !$0.hasPrefix("    ") }
      #expect(sentence.allSatisfy { $0.count <= width })
      #expect(sentence.count == [40: 3, 60: 2, 100: 2][width])
      #expect(lines.contains("    WWW-Authenticate: Basic realm=\"a, b\""))
      #expect(lines.contains("    WWW-Authenticate: Digest \\x01"))
    }
  }

  @Test("Colours are shown where they are wanted, and say nothing that the words do not")
  func colours() throws {
    let coloured = try found(text(isColoured: true))
    #expect(coloured.contains("\u{1B}[1m\(finding.id)\u{1B}[0m"))
    let plain = try found(text())
    #expect(coloured.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain)
    #expect(!plain.contains("\u{1B}"))
  }

  @Test("The first line tells what makes the same campaign, the last what it came to")
  func frame() {
    let header = RunHeader(
      version: "1", client: ClientIdentity(name: "x", version: "x/2", abilities: []), cases: 0,
      seed: 5, jobs: 1, started: 0)
    #expect(
      text().began(header, known: 1, seeds: 1_533)
        == "x/2, seed 5, 1 known finding, 1,533 seeds\n")
    var progress = CampaignProgress()
    progress.runs = 1_200
    progress.corpus = 40
    progress.signatures = 41
    progress.findings = 1
    progress.elapsed = 2_500_000_000
    var summary = CampaignSummary(
      progress: progress, findings: [finding], examined: [], isInterrupted: false)
    #expect(
      text().ended(summary)
        == "1,200 inputs, corpus 40, 41 signatures, 1 new finding in 2.50 s\n")
    summary.progress.skipped = 31
    #expect(text().ended(summary).hasPrefix("1,200 inputs, 31 skipped (not for HTTP/2), corpus 40"))
  }

  @Test("What becomes of a finding is a line that begins with the word for it")
  func told() {
    #expect(text().replayed(.isFixed, of: finding) == "fixed        \(finding.id)\n")
    #expect(
      text().replayed(.isStillThere(finding.failure), of: finding).hasPrefix(
        "still there  \(finding.id): ")
    )
    #expect(
      text().replayed(.isDifferent(finding.failure), of: finding).hasPrefix(
        "different    \(finding.id): "))
  }

  @Test(
    "The commands name one client each, and those that can show the finding only",
    arguments: [
      (
        [], true, ["authspec run --no-expected 'a b/scenario.yaml'"], "authspec fuzz --replay 'a b'"
      ),
      (
        ["--command", "x {url}"], true,
        ["authspec run --command 'x {url}' --no-expected 'a b/scenario.yaml'"],
        "authspec fuzz --command 'x {url}' --replay 'a b'"
      ),
      (
        ["--client", "x", "--driver", "y"], true,
        [
          "authspec run --client x --no-expected --trace 'a b/scenario.yaml'",
          "authspec run --driver y --no-expected --trace 'a b/scenario.yaml'",
        ], "authspec fuzz --client x --driver y --replay 'a b'"
      ),
      (["--client", "x"], false, [], "authspec fuzz --client x --replay 'a b'"),
      (
        ["--client", "reference", "--fault", "f"], true, [],
        "authspec fuzz --client reference --fault f --replay 'a b'"
      ),
    ] as [([String], Bool, [String], String)])
  func commands(_ options: [String], hasScenario: Bool, runs: [String], replay: String) {
    let commands = FindingCommands(
      program: "authspec", options: options, ofFuzz: ["--fault"], folder: "a b",
      scenario: hasScenario ? "a b/scenario.yaml" : nil)
    #expect(commands.runs == runs)
    #expect(commands.replay == replay)
    #expect(commands.best == (runs.count == 1 ? runs[0] : replay))
  }
}
