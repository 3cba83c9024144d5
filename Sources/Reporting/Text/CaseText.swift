// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The result of a case, as the message of a test.
package enum CaseText {
  /// The case's id, what was expected, the requirement, what was observed, and the exchanges.
  package static func text(
    _ result: CaseResult, requirements: [String: Requirement] = [:], width: Int = 100
  ) -> String {
    let context = ReportContext(requirements: requirements)
    var block = FailureBlock(context: context, width: width, glyphs: .unicode)
    block.showsCommand = false
    let heading = "\(result.verdict.glyph.label) \(Visible.line(result.played.id))"
    return ([heading] + block.lines(of: result).map(\.text)).joined(separator: "\n")
  }
}
