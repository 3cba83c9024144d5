internal import ClientDrivers
internal import Conformance
internal import Polling
internal import ReferenceClient
internal import Reports
internal import ScenarioLanguage

/// `authspec selftest`: shows that the scenarios notice every fault of the reference client.
struct SelftestCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    var options = RunOptions()
    options.jobs = arguments.number("jobs").map { Int(clamping: $0) } ?? Signals.cores
    options.timeout = arguments.number("timeout").map { Int(clamping: $0) } ?? 300
    if PlanCheck.complain(catalogue.cases, backEnd: nil, console) { return .usage }
    Signals.watch()
    let selftest = Selftest(
      cases: catalogue.cases, faults: Fault.planted, options: options,
      playsAll: arguments.has("all")
    ) { fault in
      let names = fault.flatMap { Fault.Name(rawValue: $0.name) }.map { [$0] } ?? []
      return { ReferenceClient(loop: $0, faults: Set(names)) }
    }
    let result = selftest.perform(interruption: Signals.interruption)
    let report = SelftestReport(result)
    console.say(report.text)
    if let path = arguments["json"] {
      do throws(ReportError) {
        try report.writeJSON(to: path)
      } catch {
        console.complain(unwritten: error)
        return .fault
      }
    }
    return result.status
  }
}

extension Fault {
  /// All faults, as a self-test takes them.
  static var planted: [PlantedFault] {
    allCases.map {
      PlantedFault(name: $0.name.rawValue, sentence: $0.sentence, requirement: $0.requirement)
    }
  }
}
