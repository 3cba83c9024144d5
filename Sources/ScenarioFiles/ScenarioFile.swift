// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Makes cases of the top mapping of a scenario file.
struct ScenarioFile {
  let fields: Fields<Scenario>
  /// The fields that may differ between its cases.
  let parts: Fields<Void>
  let id: String
  let collector: DiagnosticCollector
  /// The scenario; `nil` if its title or level is wrong.
  var scenario: Scenario?

  /// Returns all cases; adds diagnostics to the collector.
  mutating func read() -> [Case] {
    let isSound = collector.isEmpty
    let budget = Budget()
    let decoder = Decoder(collector: collector, texts: TextReader(budget: budget, matrixKeys: []))
    decoder.reportUnknown(
      parts.others, in: fields.form.holder, known: fields.form.names + parts.form.names)
    scenario = decoder.scenario(fields, id: id)
    if parts["steps"] == nil {
      collector.report(
        fields.start, "this scenario has no steps",
        hint: "add steps: with one step at least: - request: {}")
    }
    var matrix = CaseMatrix()
    if let node = fields["matrix"] {
      guard let found = MatrixReader(collector: collector).read(node) else { return [] }
      matrix = found
    }
    let combinations = matrix.combinations()
    if combinations.isEmpty, let entry = fields.entry("matrix") {
      collector.report(entry.nameSpan, "except leaves no case", hint: "take an exception out")
    }
    guard isAffordable(combinations.count) else { return [] }
    // Without title or level the cases are still decoded, to report their errors.
    let named = scenario ?? Scenario(id: id, file: collector.source.file, title: "", level: .note)
    var expansion = Expansion(
      fields: fields, parts: parts, matrix: matrix, scenario: named, collector: collector,
      budget: budget,
      texts: TextReader(budget: budget, matrixKeys: matrix.keys.map(\.name)))
    for combination in combinations { expansion.read(combination) }
    expansion.finish()
    return isSound ? expansion.cases : []
  }

  /// Returns `false`, and reports it, if all cases together are too large.
  private func isAffordable(_ cases: Int) -> Bool {
    let count = (fields.entries(except: "matrix") + parts.entries).reduce(0) { $0 + $1.value.count }
    guard cases > 1, cases * count > Budget.values else { return true }
    collector.report(
      fields.entry("matrix")?.nameSpan ?? .beginning,
      "\(cases) cases of \(count) keys and values each are more than \(Budget.values)",
      hint: "that is the limit of a file written out; split it")
    return false
  }
}

/// Decodes the cases of a matrix, one after the other.
private struct Expansion {
  let fields: Fields<Scenario>
  let parts: Fields<Void>
  let matrix: CaseMatrix
  let scenario: Scenario
  let collector: DiagnosticCollector
  let budget: Budget
  let texts: TextReader
  var cases: [Case] = []
  var faults = MatrixDiagnostics()
  var count = 0

  /// The number of cases with diagnostics after which no more cases are decoded.
  static let faultyLimit = 256

  /// Decodes the case of a combination: the index of a value for each key.
  mutating func read(_ combination: [Int]) {
    guard !budget.isSpent, faults.cases < Expansion.faultyLimit else { return }
    count += 1
    var values: [String: CaseMatrix.Value] = [:]
    var coordinates: [Case.Coordinate] = []
    for (key, index) in zip(matrix.keys, combination) {
      values[key.name] = key.values[index]
      coordinates.append(.init(key: key.name, value: key.values[index].id))
    }
    let own = DiagnosticCollector(source: collector.source)
    let substitution = Substitution(values: values, collector: own, budget: budget)
    let decoder = Decoder(collector: own, texts: texts)
    let found = decoder.readCase(
      parts.mapValues(substitution.apply), of: scenario, at: coordinates)
    checkKeys(decoder)
    if own.isEmpty {
      cases.append(found.sharing(cases.last))
    } else {
      faults.add(own.sorted(), of: coordinates)
    }
  }

  /// Reports keys of the matrix that are also names of servers: `${key.url}` would be ambiguous.
  private func checkKeys(_ decoder: Decoder) {
    guard case .mapping(let entries)? = fields["matrix"]?.content else { return }
    for entry in entries where decoder.kind(of: entry.name) != nil {
      decoder.reject(
        [entry], "is a key of the matrix and a server",
        hint: "take another word for the key: ${\(entry.name).url} must mean one thing")
    }
  }

  /// Reports the faults of all cases.
  func finish() {
    for diagnostic in faults.summary(of: count) { collector.add(diagnostic) }
    guard budget.isSpent, collector.isEmpty else { return }
    collector.report(
      fields.entry("matrix")?.nameSpan ?? .beginning,
      "this file is larger than 64 MB when it is written out",
      hint: "that is the limit; use shorter values or fewer cases")
  }
}

extension Fields {
  /// The fields with changed values.
  func mapValues(_ change: (YAMLNode) -> YAMLNode) -> Fields {
    let changed = entries.map {
      YAMLNode.Entry(name: $0.name, nameSpan: $0.nameSpan, value: change($0.value))
    }
    return Fields(changed, as: form, span: span)
  }
}
