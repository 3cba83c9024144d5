// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Platform
import Reporting
import Transcripts

/// A campaign as a JUnit document: a failure for each new finding, and a case for each oracle that
/// found nothing.
///
/// An oracle that had nothing to examine is skipped, like a case in which the situation never
/// arose.
package struct FuzzJUnitReport {
  private let document: JUnitDocument

  /// A report that is written to `path`. Throws if it cannot be written there.
  package init(path: String) throws(FileError) {
    document = try JUnitDocument(path: path, flavor: .rich)
  }

  private static let suite = "authspec.fuzz"

  /// Writes the result of a campaign; `known` are the findings of earlier ones, `commands` returns
  /// what reproduces a new one again.
  package func write(
    _ summary: CampaignSummary, known: [FuzzFinding], header: RunHeader,
    commands: (FuzzFinding) -> FindingCommands
  ) throws(FileError) {
    let guilty = Set(summary.findings.map(\.failure.signature.oracle))
    for finding in summary.findings {
      document.add(failure(finding, commands(finding)))
    }
    for finding in known {
      document.add(
        element(
          finding.id,
          .skipped(
            .knownFinding,
            message: "known from an earlier campaign; authspec fuzz --replay checks it")))
    }
    for oracle in Oracle.all where !guilty.contains(oracle) {
      let hadSubject = summary.examined.contains(oracle)
      let outcome: JUnitOutcome =
        hadSubject
        ? .passed
        : .skipped(.inconclusive, message: "inconclusive: nothing to look at")
      document.add(element("\(oracle.slug): \(oracle.title)", outcome))
    }
    if summary.isInterrupted {
      document.add(
        element(
          "the campaign came to its end",
          .error(
            type: "authspec.interrupted",
            message: "interrupted after \(summary.progress.runs) inputs")))
    }
    try document.write(frame(summary.progress, header))
  }

  private func frame(_ progress: CampaignProgress, _ header: RunHeader) -> JUnitDocument.Frame {
    var properties = header.junitProperties
    properties.append(("authspec.fuzz.inputs", "\(progress.runs)"))
    properties.append(("authspec.fuzz.corpus", "\(progress.corpus)"))
    if progress.skipped > 0 { properties.append(("authspec.fuzz.skipped", "\(progress.skipped)")) }
    return JUnitDocument.Frame(
      started: header.started, duration: progress.elapsed, properties: properties)
  }

  private func element(_ name: String, _ outcome: JUnitOutcome) -> JUnitCase {
    JUnitCase(name: name, className: FuzzJUnitReport.suite, duration: 0, outcome: outcome)
  }

  private func failure(_ finding: FuzzFinding, _ commands: FindingCommands) -> JUnitCase {
    let type = finding.failure.isGrave ? "MUST" : "SHOULD"
    var element = element(
      finding.id,
      finding.failure.signature.oracle == .harness
        ? .error(type: "authspec.fault", message: finding.sentence)
        : .failure(type: type, message: finding.sentence))
    let lines = finding.input.shownLines + [""] + commands.runs + [commands.replay]
    element.body = lines.joined(separator: "\n") + "\n"
    return element
  }
}
