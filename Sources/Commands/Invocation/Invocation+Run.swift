// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Reporting
import Scenarios
import Transcripts

extension Invocation {
  /// `authspec run`: plays cases to a client and judges it.
  func run() throws(UsageError) -> ExitStatus {
    try checkOptions()
    if arguments.has("watch") { return try RunWatch(self).perform() }
    // A signal while files are read ends the run before its first case.
    Signals.watch()
    let shard = try shard()
    var client = try ClientSelection(arguments)
    var catalogue = try validCatalogue()
    if arguments.operands.isEmpty { try client.checkSkips(among: catalogue.cases) }
    var options = runOptions(client.jobs)
    let total = catalogue.cases.count
    try catalogue.keep(filteredBy: arguments)
    options.isWhole = catalogue.cases.count == total && isOfAllScenarios
    if catalogue.cases.isEmpty {
      // The reports of an earlier run stay.
      complain(ofNoneAmong: total)
      return .nothingRan
    }
    if let shard {
      options.shard = try take(shard, of: &catalogue, isOfAll: options.isWhole)
      options.isWhole = false
    }
    let plans = plans(of: catalogue)
    if PlanCheck.complain(plans, console) { return .usage }
    let realm = realm(for: plans)
    defer { withExtendedLifetime(realm) {} }
    let expected = try ExpectedFailures.named(
      arguments, client: client.name, over: transports)
    let reporters = try ReporterSet(arguments, console, context: context(catalogue))
    var skips = SkipReasons()
    let summary: RunSummary
    do throws(Refusal) {
      summary = try play(plans, to: &client, options, expected: expected) {
        reporters.record($0)
        skips.take($0)
      }
    } catch {
      return error.status
    }
    let status = status(of: summary, options.shard)
    console.complain(status, of: summary, requiring: requiredTests)
    if summary.played == 0, summary.planned > 0, !summary.isInterrupted {
      for reason in skips.lines { console.complain("authspec: \(reason)") }
    }
    return reporters.complain(console) && status != .interrupted ? .fault : status
  }

  /// `false` if the command line names some scenarios, or others than the expected failures are for.
  private var isOfAllScenarios: Bool {
    arguments.operands.isEmpty
      && (arguments.has("expected") || ExpectedFailures.areForUsualScenarios)
  }

  private func complain(ofNoneAmong cases: Int) {
    console.complain(
      cases == 0
        ? "authspec: there are no scenarios"
        : "authspec: the filters leave none of \(cases) cases")
  }

  /// The reason why nothing was played, which has been reported already.
  struct Refusal: Error {
    var status: ExitStatus
  }

  /// How the cases are to be played by the command line; on `usual` servers if it names none.
  func plans(of catalogue: Catalogue, on usual: BackEnd? = nil) -> CasePlans {
    CasePlans(
      of: catalogue.cases,
      CasePlanning(
        on: arguments["server"].flatMap { BackEnd(rawValue: $0) } ?? usual,
        over: arguments["tls"].map { $0 == "all" ? .all : .origins },
        http2: arguments.http2Start))
  }

  /// What the command line puts all cases on.
  var transports: Set<ExpectedFailure.Transport> {
    var transports: Set<ExpectedFailure.Transport> = []
    if arguments.has("tls") || arguments["http"] == "2" { transports.insert(.tls) }
    transports.insert(arguments.has("http") ? .http2 : .http1)
    return transports
  }

  /// Prepares a client, unless it is `ready`, tries the abilities that it claims, and plays cases
  /// to it.
  func play(
    _ plans: CasePlans, to client: inout ClientSelection, ready: Bool = false,
    _ options: RunOptions, expected: ExpectedFailures?, record: (Event) -> Void
  ) throws(Refusal) -> RunSummary {
    var options = options
    Signals.watch()
    guard
      MachineCheck.passes(
        for: &options.jobs, areChosen: arguments.has("jobs"), ofProcesses: client.isProcess, console
      )
    else { throw Refusal(status: .fault) }
    if !ready { console.complain(outdated: client) }
    if !ready, let trouble = client.prepare(options) {
      if Signals.interruption.isRaised { throw Refusal(status: .interrupted) }
      console.complain("authspec: \(trouble.words)")
      if let deadline = options.deadline, deadline <= Instant.now {
        console.complain("authspec: the time was up before a case was played")
        throw Refusal(status: .nothingRan)
      }
      throw Refusal(status: .fault)
    }
    if !ready, !arguments.has("no-probe") {
      console.complain(client.tryClaims(options), of: client.name)
    }
    if let cut = client.cut {
      console.complain(
        "authspec: the time was up while the plain case of \(cut.ability) was tried: \(cut.reason)")
    }
    options.skips = client.skips
    for claim in client.refused { options.refusals[claim.ability] = claim.reason }
    let run = Run(plans: plans, options: options, expected: expected, makeClient: client.make)
    return run.perform(interruption: Signals.interruption, report: record)
  }

  /// The status of a run. A shard may be without cases, where there are more shards than cases.
  private func status(of summary: RunSummary, _ shard: RunShard?) -> ExitStatus {
    let status = ExitStatus(summary, requiring: requiredTests)
    let isEmptyShard = summary.planned == 0 && (shard?.selected ?? 0) > 0
    let isEnough = isEmptyShard && (arguments.number("require-tests") ?? 0) == 0
    return status == .nothingRan && isEnough ? .good : status
  }

  /// How many cases must be conclusive.
  var requiredTests: Int { max(1, arguments.count("require-tests") ?? 1) }

  private func checkOptions() throws(UsageError) {
    for (one, other) in [("expected", "no-expected"), ("junit", "no-junit"), ("http", "tls")]
    where arguments.has(one) && arguments.has(other) {
      throw .words("--\(one) and --\(other) contradict each other")
    }
  }

  /// How cases are to be played, to a client of which no more than `limit` instances may run.
  package func runOptions(_ limit: Int? = nil, timeout: Int = RunOptions().timeout) -> RunOptions {
    var options = RunOptions()
    options.jobs = min(arguments.jobs, limit ?? .max)
    options.timeout = arguments.count("timeout") ?? timeout
    options.caseTimeout = arguments.count("case-timeout")
    options.deadline = arguments.number("time").map {
      Instant.now.advanced(byMilliseconds: Int(clamping: $0) * 1000)
    }
    options.retries = arguments.count("retries") ?? options.retries
    options.flakyFails = arguments["flaky"] == "fail"
    options.seed = arguments.number("seed") ?? 0
    options.failFast = arguments.has("fail-fast")
    options.version = CommandLine.version
    return options
  }

  /// What reports need beside the events: the requirements, and the options that decide how a case
  /// is played.
  func context(_ catalogue: Catalogue) -> ReportContext {
    var context = ReportContext(requirements: catalogue.quotedRequirements)
    context.folder = FoundScenarios.usualFolder()
    context.program = CommandLine.program
    context.options =
      (ClientSelection.options + optionsOfPlay + ["seed"] + ExpectedFailures.options)
      .compactMap(arguments.repeated).map(\.text)
    return context
  }
}
