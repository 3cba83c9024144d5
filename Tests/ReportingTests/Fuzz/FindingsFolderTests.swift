// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Playing
import ReferenceClient
import Transcripts
@testable import Fuzzing
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import TestThreads
import Testing

@Suite("Findings on disk", .onOwnThreads)
struct FindingsFolderTests {
  private let place = FileManager.default.temporaryDirectory.appending(
    path: "authspec-findings-\(UUID().uuidString)"
  ).path

  /// The first finding of the reference client with a fault, with what there is to show of it.
  private func found() throws -> (FuzzFinding, FindingEvidence?) {
    var options = CampaignOptions()
    options.seed = 3
    options.runs = 3_000
    options.findings = 1
    let campaign = Campaign(options: options, scope: .all, seeds: []) {
      ClientTarget(timeout: 2000) { ReferenceClient(loop: $0, faults: [.splitAtQuotedCommas]) }
    }
    var found: (FuzzFinding, FindingEvidence?)?
    campaign.perform(interruption: Interruption()) { event in
      if case .found(let finding, let evidence) = event { found = found ?? (finding, evidence) }
    }
    return try #require(found)
  }

  private let header = RunHeader(
    version: "1", client: ClientIdentity(name: "reference", version: "1", abilities: []), cases: 0,
    seed: 3, jobs: 1, started: 1_700_000_000)

  @Test("What is kept is read again, and is the same; the scenario and the recording are whole")
  func kept() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let (finding, evidence) = try found()
    let folder = try FindingsFolder(path: place, program: "authspec")
    try folder.keep(KeptFinding(finding, options: ["--client", "reference"]), evidence, header)
    let (kept, failures) = folder.findings()
    #expect(failures == [])
    #expect(kept.map(\.finding) == [finding])
    #expect(kept.map(\.options) == [["--client", "reference"]])
    let own = folder.folder(of: finding)
    let recording = try RecordedPlay(file: "\(own)/recording.json")
    let judged = CaseJudge.judge(CasePlan(recording.played).expectations, recording.play)
    #expect(judged.verdict == evidence?.result.verdict)
    #expect(judged.verdict == .fail)
    let about = try String(contentsOfFile: "\(own)/about.txt", encoding: .utf8)
    #expect(about.contains("authspec run --client reference --no-expected \(own)/scenario.yaml"))
    #expect(about.contains("authspec fuzz --client reference --replay \(own)"))
    #expect(!about.contains("no scenario"))
    // Only whole folders are there.
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(names == [finding.id])
  }

  @Test("A finding without a scenario says that there is none, and how else it is shown again")
  func unplayable() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let finding = try found().0
    let folder = try FindingsFolder(path: place, program: "authspec")
    try folder.keep(KeptFinding(finding, options: ["--client", "a"]), nil, header)
    let own = folder.folder(of: finding)
    let about = try String(contentsOfFile: "\(own)/about.txt", encoding: .utf8)
    #expect(about.contains("There is no scenario.yaml"))
    #expect(!about.contains("authspec run"))
    #expect(about.contains("authspec fuzz --client a --replay \(own)"))
    #expect(!FileManager.default.fileExists(atPath: "\(own)/scenario.yaml"))
  }

  @Test("A finding that is kept already stays as it is")
  func twice() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let (finding, evidence) = try found()
    let folder = try FindingsFolder(path: place, program: "authspec")
    try folder.keep(KeptFinding(finding, options: ["--client", "a"]), evidence, header)
    try folder.keep(KeptFinding(finding, options: ["--client", "b"]), evidence, header)
    #expect(folder.findings().kept.map(\.options) == [["--client", "a"]])
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 1)
  }

  @Test("A file that is no finding is told, not passed over")
  func broken() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let folder = try FindingsFolder(path: place, program: "authspec")
    for text in ["", "{", "{}", #"{"authspecFinding":3}"#, #"{"authspecFinding":2,"run":"x"}"#] {
      let file = URL(filePath: "\(place)/x/finding.json")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      let (kept, failures) = folder.findings()
      #expect(kept.isEmpty)
      #expect(failures.count == 1, "\(text)")
    }
  }
}

@Suite("A corpus on disk", .onOwnThreads)
struct CorpusFolderTests {
  private let place = FileManager.default.temporaryDirectory.appending(
    path: "authspec-corpus-\(UUID().uuidString)"
  ).path

  @Test("Each input is a file that is named by the hash of its content")
  func layout() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let corpus = try CorpusFolder(path: place)
    let input = FuzzInput(challenges: ["Basic realm=\"a\""])
    try corpus.add(input)
    try corpus.add(input)
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(names == [input.text.sha1])
    let content = try Data(contentsOf: URL(filePath: "\(place)/\(names[0])"))
    #expect(Array(content) == input.text.array)
    #expect(try corpus.inputs() == [input])
  }

  @Test("A corpus that is replaced keeps the files that are none of its inputs")
  func replaced() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let corpus = try CorpusFolder(path: place)
    let (old, new) = (FuzzInput(challenges: ["Basic"]), FuzzInput(challenges: ["Digest"]))
    try corpus.add(old)
    try Data("mine".utf8).write(to: URL(filePath: "\(place)/README"))
    try corpus.replace(by: [new])
    let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    #expect(names == [new.text.sha1, "README"].sorted())
  }
}
