// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import HTTPAuth
import Reporting
import Transcripts

/// The output of a campaign on a terminal.
package struct CampaignText: Sendable {
  private let options: TerminalOptions
  private var width: Int { options.width }

  package init(_ options: TerminalOptions) { self.options = options }

  /// The first line: the client, the seed, and how many known findings and seeds there are.
  package func began(_ header: RunHeader, known: Int, seeds: Int) -> String {
    let words = [
      Phrases.client(header.client.name, header.client.version), "seed \(header.seed)",
      Phrases.count(known, "known finding"), Phrases.count(seeds, "seed"),
    ]
    return options.painted(
      StyledLine.indented(words.joined(separator: ", "), .faint, indent: 0, width: width))
  }

  /// A finding that is kept: what is wrong, the smallest input, and what shows it again.
  package func found(_ finding: FuzzFinding, _ commands: FindingCommands) -> String {
    let stability = finding.isStable ? "" : ", once only"
    var lines = [StyledLine(("found    ", .bad), (finding.id, .strong), (stability, .plain))]
    lines += StyledLine.indented(Visible.line(finding.sentence), width: width)
    lines += finding.input.shownLines.map { StyledLine("    " + $0) }
    for (label, text) in [("at", commands.folder), ("again", commands.best)] {
      lines.append(.copyable(label, Visible.line(text), column: 9))
    }
    return options.painted(lines + [StyledLine()])
  }

  /// The result of replaying a finding.
  package func replayed(_ replay: FindingReplay, of finding: FuzzFinding) -> String {
    let (word, style, failure): (String, StyledLine.Style, OracleFailure?) =
      switch replay {
      case .isFixed: ("fixed", .good, nil)
      case .isStillThere(let failure): ("still there", .bad, failure)
      case .isDifferent(let failure): ("different", .odd, failure)
      }
    let text = finding.id + (failure.map { ": " + Visible.line($0.sentence) } ?? "")
    return options.painted([StyledLine((Wrapping.padded(word, to: 13), style), (text, .plain))])
  }

  /// The summary of a campaign.
  package func ended(_ summary: CampaignSummary) -> String {
    let progress = summary.progress
    let words: [String?] = [
      Phrases.count(Int(clamping: progress.runs), "input"),
      progress.skipped == 0
        ? nil : "\(Phrases.count(Int(clamping: progress.skipped))) skipped (not for HTTP/2)",
      "corpus \(Phrases.count(progress.corpus))",
      progress.behaviours,
      Phrases.count(progress.findings, "new finding"),
    ]
    let sum =
      words.compactMap(\.self).joined(separator: ", ") + " in \(Phrases.duration(progress.elapsed))"
    return options.painted(StyledLine.indented(sum, .strong, indent: 0, width: width))
  }
}

extension FuzzInput {
  /// The lines of its text, as a screen can show them.
  var shownLines: [String] {
    text.bytes.split(separator: 0x0A).map { Visible.line(Octets($0)) }
  }
}

extension CampaignProgress {
  /// `830 signatures`, and the edges if the client reports them.
  var behaviours: String {
    Phrases.count(signatures, "signature")
      + (edges > 0 ? ", \(Phrases.count(edges, "edge"))" : "")
  }
}
