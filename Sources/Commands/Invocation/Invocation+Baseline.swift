// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Reporting
import Scenarios
import Transcripts

extension Invocation {
  /// The file that is to be written: that of the command line, or the client's own, or one in the
  /// current folder. The files of installed clients belong to the system.
  private func baselinePath(of client: String) throws(UsageError) -> String {
    if let path = arguments["expected"] { return path }
    guard let own = ExpectedFailures.ownFile(client: client) else {
      return ExpectedFailures.fileName
    }
    let clients = FileReading.parent(of: FileReading.parent(of: own))
    guard !FoundScenarios.isInstalled(clients: clients) else {
      throw .words(
        "\(own) is installed and is not changed: --expected FILE names a file of your own, for run, "
          + "too")
    }
    return own
  }

  /// `authspec baseline`: writes the failures of a client into its `expected.yaml`.
  func baseline() throws(UsageError) -> ExitStatus {
    var client = try ClientSelection(arguments)
    let path = try baselinePath(of: client.name)
    let file = try BaselineFile(path: path)
    let expires = try expiryDate()
    let catalogue = try validCatalogue()
    if arguments.operands.isEmpty { try client.checkSkips(among: catalogue.cases) }
    let plans = plans(of: catalogue)
    if PlanCheck.complain(plans, console) { return .usage }
    let collector = BaselineCollector()
    let summary: RunSummary
    do throws(Refusal) {
      summary = try play(
        plans, to: &client, runOptions(client.jobs), expected: nil, record: collector.record)
    } catch {
      return error.status
    }
    guard summary.finished == summary.planned, summary.repeatedFault == nil else {
      console.complain("authspec: the run ended early: \(path) was not written")
      return summary.isInterrupted ? .interrupted : .nothingRan
    }
    do throws(FileError) {
      let baseline = try file.update(
        after: collector, besides: others(than: catalogue.cases),
        areAll: arguments.operands.isEmpty
          && (arguments.has("expected") || ExpectedFailures.areForUsualScenarios),
        over: transports, requirements: catalogue.requirements, expires: expires)
      say(baseline, path)
    } catch {
      throw .unwritable(error)
    }
    return .good
  }

  /// The cases that a selection leaves out.
  private func others(than played: [Case]) -> [Case] {
    guard !arguments.operands.isEmpty, let all = try? Catalogue([]) else { return [] }
    return all.cases(besides: played)
  }

  private func say(_ baseline: Baseline, _ path: String) {
    for cases in baseline.dropped { console.say("fixed: \(cases)\n") }
    for (entry, fixed, checks) in baseline.narrowed {
      let rest = entry.cases.count - 1
      let what =
        (fixed > 0 ? [Phrases.count(fixed, "case")] : []) + checks.map { "the check \($0)" }
      console.say(
        "fixed: \(what.joined(separator: ", ")) of \(entry.cases[0].pattern)"
          + (rest > 0 ? " and \(Phrases.count(rest, "other pattern"))\n" : "\n"))
    }
    for (cause, cases) in baseline.added {
      console.say("new: \(cause), \(Phrases.count(cases, "case"))\n")
    }
    console.say(
      "\(path): \(baseline.kept) kept"
        + (baseline.narrowed.isEmpty ? "" : " (\(baseline.narrowed.count) of them narrowed)")
        + ", \(baseline.dropped.count) dropped, "
        + "\(baseline.added.count) new\n")
    if !baseline.added.isEmpty { console.say("Fill in the reasons that begin with TODO.\n") }
  }

  /// The day of `--expires`: half a year from now without it, none for `never`.
  private func expiryDate() throws(UsageError) -> CalendarDate? {
    guard let text = arguments["expires"] else {
      return CalendarDate(seconds: WallClock.secondsSince1970 + 182 * 86_400)
    }
    if text == "never" { return nil }
    guard let date = CalendarDate(text) else {
      throw .words("--expires: '\(text)' is neither a date, as 2027-05-31, nor never")
    }
    return date
  }
}
