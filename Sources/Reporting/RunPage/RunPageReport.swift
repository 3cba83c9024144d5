// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
import Transcripts

/// The report of a run as one HTML file that needs no other: causes first, each with its cases.
package final class RunPageReport: Reporter {
  /// The most failures that are shown with their exchanges.
  private static let mostBlocks = 500
  /// The most failures of one cause that are shown with their exchanges.
  private static let mostOfACause = 60

  private let file: ReportFile
  private let block: FailureBlock
  private var header: RunHeader?
  private var reasons = ReasonTally()
  private var blocks: [FailureCause: [RunPage.Block]] = [:]
  private var number = 0
  package var failure: FileError? { file.failure }

  /// A report that is written to `path`. Throws if it cannot be written there.
  package init(path: String, context: ReportContext) throws(FileError) {
    file = try ReportFile(path: path)
    block = FailureBlock(context: context, width: 110, glyphs: .unicode)
  }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header): self.header = header
    case .caseFinished(let result):
      reasons.count(result, context: block.context)
      guard let cause = result.cause, number < RunPageReport.mostBlocks,
        blocks[cause, default: []].count < RunPageReport.mostOfACause
      else { return }
      number += 1
      blocks[cause, default: []].append(
        RunPage.Block(
          id: result.played.id, title: result.played.scenario.title,
          lines: block.lines(of: result)))
    case .runFinished(let summary):
      guard let header else { return }
      let page = RunPage(
        header: header, summary: summary, context: block.context, reasons: reasons, blocks: blocks)
      page.write { file.write($0) }
      file.end()
    }
  }
}
