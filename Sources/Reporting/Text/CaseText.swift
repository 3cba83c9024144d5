import Scenarios
import Transcripts

/// What a case came to, as the message of a test.
package enum CaseText {
  /// The case's id, what should be, who says so, what was there instead, and what happened.
  package static func text(
    _ result: CaseResult, requirements: [String: RequirementText] = [:], width: Int = 100
  ) -> String {
    var context = ReportContext()
    context.requirements = requirements
    var block = FailureBlock(context: context, width: width, glyphs: .unicode)
    block.tellsCommand = false
    let heading = "\(result.verdict.glyph.label) \(Visible.line(result.played.id))"
    return ([heading] + block.lines(of: result).map(\.text)).joined(separator: "\n")
  }
}
