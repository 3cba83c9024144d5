// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Platform
import Reporting
import Storage
import Transcripts

/// The reports that a command line asks for.
struct ReporterSet {
  private var reporters: [any Reporter] = []
  /// The secrets that are left out of all reports.
  private let secrets: UserSecrets
  /// The options that name a report's file.
  static let files = ["json", "junit", "html", "sarif", "tap", "code-quality", "har"]

  /// Opens all reports, so that an unwritable one is found before anything is played.
  init(
    _ arguments: Arguments, _ console: Console, context: ReportContext
  ) throws(UsageError) {
    secrets = arguments.secrets
    let console = try console.besides(
      ReporterSet.files.map { arguments[$0] })
    var options = console.options(color: arguments["color"], isQuiet: arguments.has("quiet"))
    options.showsAll = arguments.has("all") || arguments.has("trace")
    if arguments.has("trace") {
      // A progress line would break the lines of the trace.
      options.showsProgress = false
      reporters.append(
        TraceReport(
          output: console.output, options: options, ofFailures: arguments["trace"] == "failures"))
    }
    let written: JUnitReport?
    do throws(FileError) {
      written = try openFiles(arguments, context)
    } catch {
      throw .unwritable(error)
    }
    reporters.append(
      TerminalReport(
        output: console.output, options: options, context: context, junit: written))
    if ThisProcess.environment("GITHUB_ACTIONS") == "true" {
      reporters.append(
        GitHubReport(
          output: console.output, summaryFile: ThisProcess.environment("GITHUB_STEP_SUMMARY"),
          context: context))
    }
  }

  /// Opens the reports that are files. Returns that of JUnit; `nil` if none is written.
  private mutating func openFiles(
    _ arguments: Arguments, _ context: ReportContext
  ) throws(FileError) -> JUnitReport? {
    var written: JUnitReport?
    let flavor = arguments["junit-flavor"].flatMap { JUnitFlavor(rawValue: $0) } ?? .rich
    let junit =
      arguments["junit"] ?? (flavor == .surefire ? "Reports/surefire" : "Reports/junit.xml")
    for path in ReporterSet.files.compactMap({ arguments[$0] }) + [junit] {
      AtomicFile.removeAbandoned(of: path)
    }
    if !arguments.has("no-junit"), arguments.command.name == .run || arguments.has("junit") {
      let report = try JUnitReport(path: junit, flavor: flavor, context: context)
      reporters.append(report)
      written = report
    }
    if let path = arguments["json"] { reporters.append(try JSONReport(path: path)) }
    if let path = arguments["sarif"] {
      reporters.append(try SARIFReport(path: path, context: context))
    }
    if let path = arguments["tap"] { reporters.append(try TAPReport(path: path)) }
    if let path = arguments["code-quality"] {
      reporters.append(try CodeQualityReport(path: path))
    }
    if let path = arguments["html"] {
      reporters.append(try RunPageReport(path: path, context: context))
    }
    if let path = arguments["har"] { reporters.append(try HARReport(path: path)) }
    if let folder = arguments["record"] {
      reporters.append(
        try RecordingWriter(folder: folder) { scenario in
          try? FileReading.read(scenario.file)
        })
    }
    return written
  }

  /// Hands an event to all of them.
  func record(_ event: Event) {
    let event = secrets.redacted(event)
    for reporter in reporters { reporter.record(event) }
  }

  /// Complains of reports that could not be written; `true` if there are any.
  func complain(_ console: Console) -> Bool {
    let failures = reporters.compactMap(\.failure)
    for failure in failures { console.complain(unwritten: failure) }
    return !failures.isEmpty
  }
}
