internal import ClientDrivers
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
    let expected: ExpectedFailures?
    do throws(ExpectedFailures.Mistakes) {
      expected = try ExpectedFailures.named(arguments, client: first.play.client.name)
    } catch {
      for text in error.texts { console.complain(text) }
      return .usage
    }
    var tally = RunTally(planned: readings.count, expected: expected)
    recorders.record(
      .runStarted(
        RunHeader(
          version: Program.version, client: first.play.client, cases: readings.count, seed: 0,
          jobs: 1, started: first.recorded)))
    var duration: Int64 = 0
    for (index, reading) in readings.enumerated() {
      duration += reading.play.duration
      let judged = CaseJudge.judge(CasePlan(reading.played), reading.play, index: index)
      recorders.record(.caseFinished(tally.take(judged)))
    }
    tally.end(duration: duration)
    recorders.record(.runFinished(tally.summary))
    return recorders.complain(console) ? .fault : ExitStatus(tally.summary, requiring: 1)
  }
}
