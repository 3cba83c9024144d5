// SPDX-License-Identifier: Apache-2.0

import FuzzReporting
import Fuzzing
import HTTPAuth
import JSON
import Platform
import Reporting
import Transcripts

/// A folder of findings, each in its own folder, which is never incomplete.
///
/// Inputs that failed an oracle are kept below `suspected` until triage, so that a killed campaign
/// loses nothing.
package struct FindingsFolder: Sendable {
  /// The path of the folder.
  package let path: String
  /// The program whose commands reproduce the findings.
  private let program: String
  /// The options of clients, with their hyphens, that only campaigns have.
  private let ofFuzz: Set<String>

  /// Opens a folder, and creates it if there is none.
  package init(
    path: String, program: String, ofFuzz: Set<String> = []
  ) throws(FileError) {
    try Folder.create(path)
    self.path = path
    self.program = program
    self.ofFuzz = ofFuzz
  }

  // MARK: Findings

  /// The folder of a finding.
  package func folder(of finding: FuzzFinding) -> String { "\(path)/\(FileName.safe(finding.id))" }

  /// Writes a finding with its evidence. A finding that the folder already has is not changed.
  package func keep(
    _ kept: KeptFinding, _ evidence: FindingEvidence?, _ header: RunHeader
  ) throws(FileError) {
    let folder = folder(of: kept.finding)
    let partial = "\(folder).partial-\(header.started)"
    Folder.remove(folder: partial)
    try write(kept.json, to: "\(partial)/\(FindingsFolder.file)")
    try AtomicFile.write(kept.finding.input.text.bytes, to: "\(partial)/input")
    try AtomicFile.write(kept.finding.original.text.bytes, to: "\(partial)/input-as-found")
    try write(about(kept, folder, hasScenario: evidence != nil), to: "\(partial)/about.txt")
    if let evidence {
      try write(evidence.scenario, to: "\(partial)/\(FindingsFolder.scenario)")
      if let play = evidence.result.play {
        let recording = RecordingFormat.value(
          evidence.result, play, header, text: Array(evidence.scenario.utf8))
        try write(recording.text + "\n", to: "\(partial)/recording.json")
        try write(play.clientMessages, to: "\(partial)/stderr.txt")
      }
    }
    try Folder.rename(partial, to: folder)
  }

  /// The commands that reproduce a finding of this folder.
  package func commands(for kept: KeptFinding) -> FindingCommands {
    let folder = folder(of: kept.finding)
    let scenario = "\(folder)/\(FindingsFolder.scenario)"
    return FindingCommands(
      program: program, options: kept.options, ofFuzz: ofFuzz, folder: folder,
      scenario: FileReading.kind(of: scenario) == .file ? scenario : nil)
  }

  private func write(_ text: String, to file: String) throws(FileError) {
    try AtomicFile.write(text.utf8, to: file)
  }

  private static let file = "finding.json"
  private static let scenario = "scenario.yaml"

  /// The text of about.txt: a description of the finding, and commands that reproduce it.
  private func about(_ kept: KeptFinding, _ folder: String, hasScenario: Bool) -> String {
    let commands = FindingCommands(
      program: program, options: kept.options, ofFuzz: ofFuzz, folder: folder,
      scenario: hasScenario ? "\(folder)/\(FindingsFolder.scenario)" : nil)
    var text = Wrapping.lines(Visible.line(kept.finding.sentence), width: 100)
      .joined(separator: "\n")
    text += "\n\n"
    for run in commands.runs { text += run + "\n" }
    text += commands.replay + "\n"
    if !hasScenario {
      text +=
        "\nThere is no scenario.yaml: what was written of it could not be loaded, "
        + "which is a fault of authspec.\n"
    }
    if !kept.finding.isStable {
      text += "\nIt was not there again when the same input was shown a second time.\n"
    }
    return text
  }

  /// The findings in the order of their names, and the errors of those that cannot be read.
  package func findings() -> (kept: [KeptFinding], failures: [FileError]) {
    var kept: [KeptFinding] = []
    var failures: [FileError] = []
    for name in Folder.names(in: path) where FindingsFolder.isFinding("\(path)/\(name)") {
      guard !name.contains(".partial-") else { continue }
      do throws(FileError) {
        kept.append(try FindingsFolder.finding("\(path)/\(name)"))
      } catch {
        failures.append(error)
      }
    }
    return (kept, failures)
  }

  /// `true` if a folder is that of a finding.
  package static func isFinding(_ folder: String) -> Bool {
    FileReading.kind(of: "\(folder)/\(file)") == .file
  }

  /// The finding in a folder.
  package static func finding(_ folder: String) throws(FileError) -> KeptFinding {
    let path = "\(folder)/\(file)"
    return try KeptFinding(try FileReading.read(path), file: path)
  }

  /// Opens the journal of the inputs that wait for triage. `options` identify the client.
  package func suspectedInputs(of options: [String]) throws(FileError) -> SuspectedJournal {
    try SuspectedJournal(folder: "\(path)/suspected", options: options)
  }
}

extension Transcript {
  /// The messages of a failed client, such as the end of its standard error.
  fileprivate var clientMessages: String {
    var words: [String] = []
    for request in steps.flatMap(\.requests) {
      switch request.outcome {
      case .crashed(let text), .hung(let text), .faulty(let text): words.append(text)
      case .failure(let failure): words.append(failure.message)
      case .response, .unsupported: break
      }
    }
    if let fault { words.append(fault) }
    return words.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
  }
}
