public import Conformance
internal import JSON

/// What a self-test came to: as text, and for programs.
public struct SelftestReport {
  private let result: SelftestResult

  /// A report of that result.
  public init(_ result: SelftestResult) { self.result = result }

  /// Lines: what the faultless client failed, then each fault with what noticed it, the survivors first.
  public var text: String {
    var text = ""
    for id in result.referenceFailures { text += "FAILED    \(id) without a fault\n" }
    let survivors = result.survivors
    let improper = result.outcomes.filter { $0.isKilled && !$0.isProperlyKilled }
    let proper = result.outcomes.filter(\.isProperlyKilled)
    for outcome in survivors { text += SelftestReport.lines("SURVIVED", outcome) }
    for outcome in improper { text += SelftestReport.lines("elsewhere", outcome) }
    for outcome in proper { text += SelftestReport.lines("killed", outcome) }
    for outcome in result.outcomes {
      for id in outcome.unjudged {
        text += "ERROR     \(id) could not be judged with \(outcome.fault.name)\n"
      }
    }
    for check in result.vacuous ?? [] {
      text += "vacuous   \(SelftestReport.name(check))\n"
    }
    return text + summary
  }

  /// The last line.
  private var summary: String {
    var text = "\(result.cases) cases, \(result.referenceFailures.count) failed without a fault; "
    text += "\(result.outcomes.count) faults, \(result.killed) killed "
    text += "(\(result.properlyKilled) by a check of their requirement), "
    text += "\(result.survivors.count) survived"
    if let vacuous = result.vacuous { text += "; \(vacuous.count) checks that nothing trips" }
    if result.isInterrupted { text += "; interrupted" }
    let tenths = result.duration / 100_000_000
    return text + "; \(tenths / 10).\(tenths % 10) s\n"
  }

  /// A fault, and below it a line for each scenario that noticed it.
  private static func lines(_ word: String, _ outcome: FaultOutcome) -> String {
    let fault = outcome.fault
    var text = word + String(repeating: " ", count: max(1, 10 - word.count))
    text += "\(fault.name) (\(fault.requirement)): \(fault.sentence)\n"
    var scenarios: [String] = []
    var checks: [String: [String]] = [:]
    for kill in outcome.kills {
      if checks[kill.scenario] == nil { scenarios.append(kill.scenario) }
      let named = kill.requirements.isEmpty ? "" : " (\(kill.requirements.joined(separator: " ")))"
      let check = kill.check + named
      if checks[kill.scenario]?.contains(check) != true {
        checks[kill.scenario, default: []].append(check)
      }
    }
    for scenario in scenarios {
      text += "            \(scenario): \((checks[scenario] ?? []).joined(separator: ", "))\n"
    }
    return text
  }

  private static func name(_ check: SelftestResult.NamedCheck) -> String {
    check.scenario.map { "\($0): \(check.check)" } ?? check.check
  }

  /// One JSON object; `vacuous` is null where not every fault met every case.
  public var json: String {
    JSONValue.members([
      "reference": .members([
        "cases": .integer(result.cases), "failed": .integer(result.referenceFailures.count),
      ]),
      "faults": .integer(result.outcomes.count), "killed": .integer(result.killed),
      "properlyKilled": .integer(result.properlyKilled),
      "survivors": .strings(result.survivors.map(\.fault.name)),
      "vacuous": result.vacuous.map { .strings($0.map(SelftestReport.name)) } ?? .null,
    ]).text + "\n"
  }

  /// Writes the JSON object to a file.
  public func writeJSON(to path: String) throws(ReportError) {
    let file = try AtomicFile(path: path)
    file.write(json)
    try file.commit()
  }
}
