// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import ReferenceClient
import Reporting
import Scenarios
import Transcripts
import Trials

extension Invocation {
  /// The options of trials that a command line sets.
  var trialOptions: TrialOptions {
    var options = TrialOptions()
    options.jobs = arguments.jobs
    options.timeout = arguments.count("timeout") ?? options.timeout
    return options
  }

  /// Plays the cases that the command line names to the reference client, unchanged and with
  /// changes, prints the report and writes the files that the command line asks for: `--json`, and
  /// `lists`, each by the name of its option.
  func perform(
    _ trials: [Trial], of kind: TrialKind, _ options: TrialOptions,
    clients: TrialClients = .reference, reasons: [MutantReason] = [],
    lists: KeyValuePairs<String, (TrialResult, [CasePlan]) -> String> = [:]
  ) throws(UsageError) -> ExitStatus {
    let plans = try validCatalogue().cases.planned()
    if PlanCheck.complain(CasePlans(plans), console) { return .usage }
    // The threads of a realm would not exist in copies of this process.
    let realm = options.usesCopies ? nil : realm(for: CasePlans(plans))
    defer { withExtendedLifetime(realm) {} }
    let console = try console.besides((["json"] + lists.map(\.key)).map { arguments[$0] })
    let json = try opened("json")
    let files = try lists.map { option, text throws(UsageError) in (try opened(option), text) }
    Signals.watch()
    var options = options
    guard
      options.usesCopies
        || MachineCheck.passes(
          for: &options.jobs, areChosen: arguments.has("jobs"), ofProcesses: false, console)
    else { return .fault }
    let series = TrialSeries(plans: plans, trials: trials, options: options, clients: clients)
    let progress = TrialProgressReport(console.progress, of: kind)
    let result = series.perform(interruption: Signals.interruption) { progress.report($0) }
    progress.end()
    let report = TrialReport(result, of: kind, reasons: reasons)
    console.sayNow(report.text)
    var areWritten = write(report.json, to: json, console)
    // A list of a part would replace a whole one.
    for (file, text) in files where !result.isInterrupted && !result.isFaulty {
      areWritten = write(text(result, plans), to: file, console) && areWritten
    }
    return areWritten || result.isInterrupted ? report.status : .fault
  }

  /// The file that an option names, opened so that an unwritable one is reported before anything is
  /// played; `nil` without the option.
  private func opened(_ option: String) throws(UsageError) -> AtomicFile? {
    guard let path = arguments[option] else { return nil }
    do throws(FileError) { return try AtomicFile(path: path) } catch { throw .unwritable(error) }
  }

  /// Writes a file; `false`, with a complaint, if it could not be written.
  private func write(_ text: String, to file: AtomicFile?, _ console: Console) -> Bool {
    guard let file else { return true }
    return console.writes { () throws(FileError) in
      file.write(text)
      try file.commit()
    }
  }
}

extension TrialClients {
  /// The reference client, without and with faults or variants.
  static let reference = TrialClients(
    unchanged: { ReferenceClient.watched(on: $0) },
    changed: { ReferenceClient(loop: $1, named: $0.name) })
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Returns the names that a command line lists.
  static func named(_ words: [String], noun: String) throws(UsageError) -> [Self] {
    try words.map { word throws(UsageError) in
      guard let name = Self(rawValue: word) else {
        throw .unknown("no \(noun) is named '\(word)'", word, among: allCases.map(\.rawValue))
      }
      return name
    }
  }
}
