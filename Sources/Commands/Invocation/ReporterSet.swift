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
  static let files = [
    "json", "junit", "html", "sarif", "tap", "code-quality", "har", "events",
  ]

  /// Opens all reports, so that an unwritable one is found before anything is played.
  init(
    _ arguments: Arguments, _ console: Console, context: ReportContext
  ) throws(UsageError) {
    secrets = arguments.secrets
    try ReporterSet.checkFiles(arguments)
    var context = context
    context.options = context.options.map(secrets.redacted)
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
      written = try openFiles(arguments, context) { console.complain($0) }
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

  /// Refuses a command line in which two reports go to one file.
  private static func checkFiles(_ arguments: Arguments) throws(UsageError) {
    var options: [String: String] = [:]
    for option in files {
      guard let path = arguments[option], case .file(let file) = ReportTarget(path)
      else { continue }
      let target = FileReading.absolute(inFolderOf: file) ?? file
      if let other = options.updateValue(option, forKey: target) {
        throw .words("--\(other) and --\(option) both go to \(path): give each a file of its own")
      }
    }
  }

  /// Opens the JUnit report; `nil` if none is written. Where nobody asks for it by name and it
  /// cannot be written, as in a folder that is mounted for reading, a run does without it.
  private func openJUnit(
    _ arguments: Arguments, _ context: ReportContext, _ complain: (String) -> Void
  ) throws(FileError) -> JUnitReport? {
    let isNamed = arguments.has("junit")
    guard !arguments.has("no-junit"), arguments.command.name == .run || isNamed else { return nil }
    let flavor = arguments["junit-flavor"].flatMap { JUnitFlavor(rawValue: $0) } ?? .rich
    let path =
      arguments["junit"] ?? (flavor == .surefire ? "Reports/surefire" : "Reports/junit.xml")
    AtomicFile.removeAbandoned(of: path)
    do throws(FileError) {
      return try JUnitReport(path: path, flavor: flavor, context: context)
    } catch {
      if isNamed { throw error }
      complain(
        "authspec: no JUnit report is written, because \(path) cannot be: \(error.reason); "
          + "--junit FILE writes it elsewhere")
      return nil
    }
  }

  /// Opens the reports that are files. Returns that of JUnit; `nil` if none is written.
  private mutating func openFiles(
    _ arguments: Arguments, _ context: ReportContext, _ complain: (String) -> Void
  ) throws(FileError) -> JUnitReport? {
    for path in ReporterSet.files.compactMap({ arguments[$0] }) {
      AtomicFile.removeAbandoned(of: path)
    }
    let written = try openJUnit(arguments, context, complain)
    if let written { reporters.append(written) }
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
    let text = { (scenario: Scenario) in try? FileReading.read(scenario.file) }
    if let path = arguments["events"] {
      reporters.append(try EventsReport(path: path, context: context, text: text))
    }
    if let folder = arguments["record"] {
      reporters.append(try RecordingWriter(folder: folder, text: text))
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
