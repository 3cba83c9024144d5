internal import ClientDrivers
internal import Conformance
internal import Fuzzing
internal import Polling
internal import ReferenceClient
internal import Reports

/// `authspec fuzz`: looks for inputs that a client gets wrong.
struct FuzzCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    var options = CampaignOptions()
    options.jobs = arguments.number("jobs").map { Int(clamping: $0) } ?? Signals.cores
    options.seed = arguments.number("seed") ?? UInt64.random(in: 0...UInt64(UInt32.max))
    options.runs = arguments.number("runs")
    options.seconds = arguments.number("time").map { Double($0) }
    options.findings = arguments.number("findings").map { Int(clamping: $0) }
    let timeout = arguments.number("timeout").map { Int(clamping: $0) } ?? 1000
    var client = try ChosenClient(arguments)
    if let trouble = client.prepare() {
      console.complain("authspec: \(trouble.words)")
      return .fault
    }
    let makeClient = faulty ?? client.make
    let identity = makeClient(EventLoop()).identity
    console.say("seed \(options.seed)\n")
    Signals.watch()
    let campaign = Campaign(
      options: options, scope: InputScope(abilities: identity.abilities), seeds: []
    ) {
      ClientTarget(timeout: timeout, makeClient: makeClient)
    }
    let summary = campaign.perform(interruption: Signals.interruption) { event in
      switch event {
      case .joined, .progressed, .suspected: break
      case .found(let finding, _):
        console.say(
          "\(finding.id) at \(finding.run)\(finding.isStable ? "" : " (unstable)"): \(finding.hit.cause.place)\n  \(finding.sentence)\n\(finding.input.text)\n"
        )
        console.output.flush()
      }
    }
    let progress = summary.progress
    console.say(
      "\(progress.runs) inputs, \(progress.corpus) in the corpus, \(progress.findings) findings, \(progress.elapsed / 1_000_000) ms\n"
    )
    if summary.isInterrupted { return .interrupted }
    return summary.findings.isEmpty ? .good : .failures
  }

  /// The reference client with the faults that the command line asks for.
  private var faulty: Run.ClientFactory? {
    let faults = Set(arguments.all("fault").compactMap { Fault.Name(rawValue: $0) })
    if faults.isEmpty { return nil }
    return { ReferenceClient(loop: $0, faults: faults) }
  }
}
