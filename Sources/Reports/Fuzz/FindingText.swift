public import Fuzzing
internal import HTTPAuth

/// A finding as a screen shows it.
public struct FindingText: Sendable {
  /// A few lines.
  public let text: String

  /// A finding that is kept in a folder.
  public init(_ finding: FuzzFinding, folder: String) {
    var lines = ["found    \(finding.id)" + (finding.isStable ? "" : ", once only")]
    lines += Wrapping.lines(Visible.line(finding.sentence), width: 96).map { "  " + $0 }
    lines += finding.input.text.bytes.split(separator: 0x0A).map {
      "    " + Visible.line(Octets($0))
    }
    lines.append("  at       \(folder)")
    text = lines.joined(separator: "\n") + "\n\n"
  }

  /// What a campaign came to, on a line.
  public static func sum(_ summary: CampaignSummary) -> String {
    let progress = summary.progress
    let words = [
      Phrases.count(Int(clamping: progress.runs), "input"),
      "corpus \(Phrases.count(progress.corpus))",
      progress.behaviours,
      Phrases.count(progress.findings, "new finding"),
    ]
    return words.joined(separator: ", ") + " in \(Phrases.duration(progress.elapsed))\n"
  }
}

extension CampaignProgress {
  /// `830 signatures`, and the edges where a client tells of them.
  var behaviours: String {
    Phrases.count(signatures, "signature")
      + (edges > 0 ? ", \(Phrases.count(edges, "edge"))" : "")
  }
}

extension FindingText {
  /// What became of a finding.
  public static func told(_ replay: FindingReplay, of finding: FuzzFinding) -> String {
    switch replay {
    case .isFixed: "fixed        \(finding.id)\n"
    case .isStillThere(let hit): "still there  \(finding.id): \(Visible.line(hit.sentence))\n"
    case .isDifferent(let hit): "different    \(finding.id): \(Visible.line(hit.sentence))\n"
    }
  }
}
