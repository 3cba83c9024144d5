// SPDX-License-Identifier: Apache-2.0

import FuzzReporting
import Fuzzing
import Kerberos
import Platform
import Playing
import Reporting
import Scenarios
import Storage
import Transcripts

/// A campaign of a command line, with the files that it reads and writes.
struct FuzzCampaign {
  private let arguments: Arguments
  private let console: Console
  private let client: FuzzedClients
  /// The secrets that are left out of all files and output.
  private let secrets: UserSecrets
  /// The words that name the client on a command line, without the secrets.
  private let clientWords: [String]
  private let findings: FindingsFolder
  private let suspected: SuspectedJournal
  private let corpus: CorpusFolder?
  private let junit: FuzzJUnitReport?
  private let known: [KeptFinding]
  private let seeds: [FuzzInput]

  /// Opens what is to be written, so that an unwritable file is reported before anything is played.
  init(_ arguments: Arguments, _ console: Console, _ client: FuzzedClients) throws(UsageError) {
    self.arguments = arguments
    self.console = try console.besides([arguments["junit"]])
    self.client = client
    secrets = arguments.secrets
    clientWords = secrets.redacted(client.options)
    let folder = arguments["reports"] ?? "Reports"
    do throws(FileError) {
      findings = try FindingsFolder(
        path: "\(folder)/findings", program: arguments.table.program.name,
        ofFuzz: Set(FuzzedClients.ownOptions(arguments).map { "--\($0)" }))
      corpus = try arguments["corpus"].map { path throws(FileError) in
        try CorpusFolder(path: path)
      }
      junit =
        arguments.has("no-junit")
        ? nil : try FuzzJUnitReport(path: arguments["junit"] ?? "\(folder)/fuzz.xml")
      let kept = findings.findings()
      if let failure = kept.failures.first { throw failure }
      let words = clientWords
      known = kept.kept.filter { $0.options == words }
      suspected = try findings.suspectedInputs(of: words)
      var seeds = try corpus?.inputs() ?? []
      if let path = FuzzCampaign.seedFolder(arguments) {
        seeds += try CorpusFolder(path: path).inputs()
      }
      self.seeds = seeds
    } catch {
      throw .files([error.description])
    }
  }

  /// The folder of the seeds: what the command line names, else `Fuzz/seeds` beside the scenarios;
  /// `nil` if there is none.
  private static func seedFolder(_ arguments: Arguments) -> String? {
    if arguments.has("no-seeds") { return nil }
    if let path = arguments["seeds"] { return path }
    guard let scenarios = FoundScenarios.usualFolder() else { return nil }
    let usual = "\(FileReading.parent(of: scenarios))/Fuzz/seeds"
    return FileReading.kind(of: usual) == .folder ? usual : nil
  }

  /// Runs the campaign.
  func perform() -> ExitStatus {
    let options = campaignOptions
    // Kept alive for the whole campaign; without Kerberos, Negotiate is left out.
    var abilities = client.identity.abilities
    let realm = abilities.contains(.negotiate) ? try? RunRealm.current() : nil
    realm?.enterEnvironment()
    if realm == nil { abilities.remove(Ability.negotiate.rawValue) }
    defer { withExtendedLifetime(realm) {} }
    let text = CampaignText(console.options(color: arguments["color"]))
    let header = header(options)
    console.sayNow(
      text.began(header, known: known.count, seeds: options.suspected.count + seeds.count))
    Signals.watch()
    let progress = FuzzProgressReport(console.progress)
    var failure: FileError?
    let campaign = Campaign(
      options: options, scope: InputScope(abilities: abilities), seeds: seeds,
      makeTarget: client.makeTarget)
    var summary = campaign.perform(interruption: Signals.interruption) { event in
      do throws(FileError) {
        if let kept = try keep(event, header) {
          progress.end()
          console.sayNow(text.found(kept.finding, findings.commands(for: kept)))
        }
        if case .progressed(let state) = event { progress.report(state) }
      } catch {
        if failure == nil {
          console.complain(unwritten: error)
          // A finding that cannot be kept would be lost.
          Signals.interruption.raise()
        }
        failure = failure ?? error
      }
    }
    summary.findings = summary.findings.map { secrets.redacted($0) }
    progress.end()
    console.sayNow(text.ended(summary))
    let isWritten = writeJUnit(summary, header)
    return isWritten && failure == nil ? status(summary) : .fault
  }

  private func header(_ options: CampaignOptions) -> RunHeader {
    secrets.redacted(
      RunHeader(
        version: CommandLine.version, client: client.identity, cases: 0, seed: options.seed,
        jobs: options.jobs, started: WallClock.secondsSince1970))
  }

  /// Writes the report of JUnit, if there is one; `false` if it cannot be written.
  private func writeJUnit(_ summary: CampaignSummary, _ header: RunHeader) -> Bool {
    console.writes { () throws(FileError) in
      try junit?.write(
        summary, known: known.map(\.finding), header: header,
        commands: { findings.commands(for: KeptFinding($0, options: clientWords)) })
    }
  }

  /// Keeps in files what an event is about. Returns a finding that was kept.
  private func keep(
    _ event: CampaignEvent, _ header: RunHeader
  ) throws(FileError) -> KeptFinding? {
    switch event {
    case .joined(let input): try corpus?.add(input)
    case .suspected(let input): try suspected.suspect(input)
    case .settled(let input): try suspected.settle(input)
    case .found(let finding, let evidence):
      let kept = KeptFinding(secrets.redacted(finding), options: clientWords)
      try findings.keep(kept, evidence.map { secrets.redacted($0) }, header)
      return kept
    case .progressed: break
    }
    return nil
  }

  private func status(_ summary: CampaignSummary) -> ExitStatus {
    if summary.isInterrupted { return .interrupted }
    if summary.progress.runs == 0 { return .nothingRan }
    if summary.findings.contains(where: { $0.failure.signature.oracle == .harness }) {
      return .fault
    }
    return summary.findings.isEmpty ? .good : .failures
  }

  private var campaignOptions: CampaignOptions {
    var options = CampaignOptions()
    options.jobs = min(arguments.jobs, client.jobs ?? .max)
    options.seed = arguments.number("seed") ?? UInt64.random(in: 0...UInt64(UInt32.max))
    options.runs = arguments.number("runs")
    options.seconds = arguments.number("time").map { Double($0) }
    options.findings = arguments.count("findings")
    options.known = known.map(\.finding)
    options.suspected = suspected.inherited
    return options
  }
}
