// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
import Transcripts

/// What GitHub Actions shows of a run: an annotation for each cause, and a summary of the step as a
/// table.
package final class GitHubReport: Reporter {
  /// GitHub shows no more annotations of a step.
  private static let mostAnnotations = 10

  private let output: DescriptorWriter
  private let context: ReportContext
  private let summaryFile: String?
  private var header: RunHeader?
  /// Why the summary could not be written.
  package private(set) var failure: FileError?

  /// Annotations go to `output`, the summary to the end of a file, if there is one.
  package init(output: DescriptorWriter, summaryFile: String?, context: ReportContext) {
    self.output = output
    self.summaryFile = summaryFile
    self.context = context
  }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header): self.header = header
    case .caseFinished: break
    case .runFinished(let summary):
      for group in summary.groups.prefix(GitHubReport.mostAnnotations) {
        output.write(annotation(group) + "\n")
      }
      output.flush()
      guard let summaryFile else { return }
      do throws(FileError) {
        try SharedFile.append(markdown(summary), to: summaryFile)
      } catch {
        failure = error
      }
    }
  }

  private func annotation(_ group: FailureGroup) -> String {
    let result = group.smallest
    let line = result.line(of: group.check)
    let heading = GroupText.heading(group)
    let message =
      (CauseProse(group.cause).advice.map { "\($0) " } ?? "")
      + "\(context.command(showing: result)): "
      + (group.check?.sentence ?? result.reason ?? "")
    return "::error file=\(property(result.played.scenario.file)),line=\(line),"
      + "title=\(property(heading))::\(data(message))"
  }

  /// `%`, CR and LF would end a command.
  private func data(_ text: String) -> String {
    Visible.line(text).replacing("%", with: "%25")
  }

  /// `:` and `,` would end a property as well.
  private func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private func markdown(_ summary: RunSummary) -> String {
    let client = header.map { Phrases.shortClient($0.client.name, $0.client.version) } ?? ""
    let text =
      "### authspec: \(MarkdownTable.plain(client))\n\n"
      + MarkdownTable.plain(SummaryLine.text(summary)) + "\n\n"
    guard !summary.groups.isEmpty else { return text }
    let rows = summary.groups.map { group in
      let prose = CauseProse(group.cause)
      return ["\(group.cases.count)"]
        + [prose.title, prose.advice ?? "", group.smallest.played.id].map(MarkdownTable.plain)
    }
    let heads = ["cases", "what is wrong", "what to change", "a case"]
    return text + MarkdownTable.text(heads, rows) + "\n"
  }
}
