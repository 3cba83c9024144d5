public import Conformance

/// Which scenarios catch which faults of the reference client, as a self-test has found out.
///
/// A file of them has a line for each fault: its name, a colon, and the ids of the scenarios in which a check broke that names
/// the fault's requirement; `#` begins a comment.
public struct FaultCatches: Hashable, Sendable {
  private var byFault: [String: [String]] = [:]
  private var byScenario: [String: Set<String>] = [:]

  /// Nothing is known.
  public init() {}

  /// What a self-test has found.
  public init(_ result: SelftestResult) {
    for outcome in result.outcomes {
      let requirement = outcome.fault.requirement
      let scenarios = Set(
        outcome.kills.filter { $0.requirements.contains(requirement) }.map(\.scenario))
      for scenario in scenarios.sorted() { add(outcome.fault.name, scenario) }
    }
  }

  /// Reads a file's text; lines of another form are passed over.
  public init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let name = parts.first, parts.count == 2 else { continue }
      for scenario in parts[1].split(separator: " ") { add(String(name), String(scenario)) }
    }
  }

  private mutating func add(_ fault: String, _ scenario: String) {
    byFault[fault, default: []].append(scenario)
    byScenario[scenario, default: []].insert(fault)
  }

  /// The faults of which something is known, in order.
  public var faults: [String] { byFault.keys.sorted() }

  /// The ids of the scenarios that catch a fault.
  public func scenarios(catching fault: String) -> [String] { byFault[fault] ?? [] }

  /// The names of the faults that a scenario catches.
  public func faults(caughtBy scenario: String) -> Set<String> { byScenario[scenario] ?? [] }

  /// The text of a file.
  public var text: String {
    "# Which scenarios catch which fault, by a check of its requirement; written by authspec selftest --caught.\n"
      + faults.map { "\($0): \(scenarios(catching: $0).joined(separator: " "))\n" }.joined()
  }
}
