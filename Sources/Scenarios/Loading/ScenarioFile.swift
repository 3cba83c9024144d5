// SPDX-License-Identifier: Apache-2.0

/// A file's mapping on its way to cases.
struct ScenarioFile {
  let fields: Fields<FileKey>
  let id: String
  let collector: DiagnosticCollector
  /// The scenario; `nil` if its title or level is wrong.
  var scenario: Scenario?

  /// All cases; what is wrong is in the collector.
  mutating func read() -> [Case] {
    let isSound = collector.isEmpty
    let budget = Budget()
    let decoder = Decoder(collector: collector, texts: TextReader(budget: budget, matrixKeys: []))
    decoder.reportUnknown(fields.others, in: FileKey.holder, known: FileKey.names)
    scenario = decoder.scenario(fields, id: id)
    if fields.entry(.steps) == nil {
      collector.report(
        .init(start: fields.span.start, end: fields.span.start), "this scenario has no steps",
        hint: "add steps: with one step at least: - request: {}")
    }
    var matrix = CaseMatrix()
    if let node = fields[.matrix] {
      guard let found = MatrixReader(collector: collector).read(node) else { return [] }
      matrix = found
    }
    let combinations = matrix.combinations()
    if combinations.isEmpty, let entry = fields.entry(.matrix) {
      collector.report(entry.nameSpan, "except leaves no case", hint: "take an exception out")
    }
    guard isAffordable(combinations.count) else { return [] }
    // A case of a scenario that cannot be named is still read, for what may be wrong with it.
    let named = scenario ?? Scenario(id: id, file: collector.source.file, title: "", level: .note)
    var expansion = Expansion(
      fields: fields, matrix: matrix, scenario: named, collector: collector, budget: budget,
      texts: TextReader(budget: budget, matrixKeys: matrix.keys.map(\.name)))
    for combination in combinations { expansion.read(combination) }
    expansion.finish()
    return isSound ? expansion.cases : []
  }

  /// `false` if all cases together would be too much, which is then reported.
  private func isAffordable(_ cases: Int) -> Bool {
    let count = fields.known.reduce(0) { $0 + ($1.0 == .matrix ? 0 : $1.1.value.count) }
    guard cases > 1, cases * count > Budget.values else { return true }
    collector.report(
      fields.entry(.matrix)?.nameSpan ?? .beginning,
      "\(cases) cases of \(count) keys and values each are more than \(Budget.values)",
      hint: "that is the limit of a file written out; split it")
    return false
  }
}

/// Reads the combinations one after the other.
private struct Expansion {
  let fields: Fields<FileKey>
  let matrix: CaseMatrix
  let scenario: Scenario
  let collector: DiagnosticCollector
  let budget: Budget
  let texts: TextReader
  var cases: [Case] = []
  var faults = MatrixDiagnostics()
  var count = 0

  /// After this many faulty cases the rest is not read.
  static let mostFaulty = 256

  /// Reads the case of one combination: indices of values, one for each key.
  mutating func read(_ combination: [Int]) {
    guard !budget.isSpent, faults.cases < Expansion.mostFaulty else { return }
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
      fields.mapCaseValues(substitution.apply), of: scenario, at: coordinates)
    checkKeys(decoder)
    if own.isEmpty { cases.append(found) } else { faults.add(own.sorted(), of: coordinates) }
  }

  /// `${key.url}` must have one meaning.
  private func checkKeys(_ decoder: Decoder) {
    guard case .mapping(let entries)? = fields[.matrix]?.content else { return }
    for entry in entries where decoder.kind(of: entry.name) != nil {
      decoder.reject(
        [entry], "is a key of the matrix and a server",
        hint: "take another word for the key: ${\(entry.name).url} must mean one thing")
    }
  }

  /// Hands the faults on.
  func finish() {
    for diagnostic in faults.summary(of: count) { collector.add(diagnostic) }
    guard budget.isSpent, collector.isEmpty else { return }
    collector.report(
      fields.entry(.matrix)?.nameSpan ?? .beginning,
      "this file comes to more than 64 MB when it is written out",
      hint: "that is the limit; use shorter values or fewer cases")
  }
}

extension Fields<FileKey> {
  /// The fields with the values of those that may differ between cases changed.
  func mapCaseValues(_ change: (YAMLNode) -> YAMLNode) -> Fields<FileKey> {
    let changed = known.compactMap { key, entry -> YAMLNode.Entry? in
      var entry = entry
      switch key {
      case .title, .level, .requirements, .spec, .peers, .tags, .notes, .matrix: return nil
      case .needs, .accounts, .challenges, .certificates, .servers, .client, .steps:
        entry.value = change(entry.value)
        return entry
      }
    }
    return Fields(changed, span: span)
  }
}
