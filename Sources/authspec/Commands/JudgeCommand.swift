internal import Conformance
internal import Reports
internal import ScenarioLanguage

/// `authspec judge`: judges recordings again, and plays nothing.
struct JudgeCommand {
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func perform() throws(UsageError) -> ExitStatus {
    var readings: [RecordedPlay] = []
    var isBad = false
    for path in arguments.operands {
      do throws(ReportError) {
        readings.append(try RecordedPlay(file: path))
      } catch {
        console.complain("\(error.file): \(error.reason)")
        isBad = true
      }
    }
    guard !isBad, let first = readings.first else { return .usage }
    var context = ReportContext()
    if let folder = ScenarioFiles.usualFolder(),
      let file = RequirementFiles.nearest(from: folder), let text = try? FileSystem.read(file)
    {
      for requirement in RequirementCatalogue.load(text: text, file: file).0.requirements {
        context.requirements[requirement.id] = RequirementText(
          id: requirement.id, level: requirement.level.rawValue, source: requirement.source,
          sentence: requirement.text)
      }
    }
    let recorders = try RecorderSet(arguments, console, context: context)
    var summary = RunSummary()
    summary.planned = readings.count
    recorders.record(
      .runStarted(
        RunHeader(
          version: Program.version, client: first.play.client, cases: readings.count, seed: 0,
          jobs: 1, started: first.recorded)))
    for (index, reading) in readings.enumerated() {
      let result = CaseJudge.judge(CasePlan(reading.played), reading.play, index: index)
      summary.counts[result.verdict, default: 0] += 1
      summary.checks += result.checks.count
      if result.isUnexpectedlyBad { summary.unexpected += 1 }
      summary.duration += reading.play.duration
      recorders.record(.caseFinished(result))
    }
    recorders.record(.runFinished(summary))
    return recorders.complain(console) ? .fault : ExitStatus(summary, requiring: 1)
  }
}
