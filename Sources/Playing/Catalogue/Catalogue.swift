// SPDX-License-Identifier: Apache-2.0

import Platform
import ScenarioFiles
import Scenarios

/// The selected scenarios, read and expanded into cases.
package struct Catalogue: Sendable {
  /// The cases that were selected, sorted by their scenarios' ids; a scenario's own stay in the
  /// file's order.
  package private(set) var cases: [Case] = []
  /// The number of scenario files that were read.
  package private(set) var fileCount = 0
  /// The mistakes in files, in the order of the files.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Files that could not be read.
  package private(set) var unreadable: [FileError] = []
  /// The requirements, by id.
  package private(set) var requirements: [String: Requirement] = [:]
  /// The behaviours that other projects' suites test.
  package private(set) var behaviours: [Behaviour] = []
  /// The leaks that were published.
  package private(set) var leaks: [Leak] = []

  /// `true` if everything could be read and nothing is wrong.
  package var isValid: Bool { diagnostics.isEmpty && unreadable.isEmpty }

  /// A text for each mistake and each unreadable file.
  package var complaints: [String] {
    unreadable.map { "\($0.file): \($0.reason)" } + diagnostics.map(\.description)
  }

  /// Reads the scenarios of a folder that words of the command line name; without words, all.
  package init(_ words: [String], in folder: String?) throws(SelectionError) {
    let (found, selections) = try FoundScenarios.find(words, in: folder)
    for file in found.requirements { read(requirements: file) }
    let rules = ScenarioRules(requirements: requirements, behaviours: behaviours, leaks: leaks)
    // The words are compared with each file first, and only those of a file with its cases: a
    // command line may name thousands of cases.
    var unused = Set(selections)
    for file in found.files {
      let fitting = selections.filter { $0.matches(scenario: file.id) }
      if selections.isEmpty || !fitting.isEmpty { read(file, fitting, rules, &unused) }
    }
    try checkSelections(selections, unused, found)
  }

  private init() {}

  /// The requirements beside or above the default folder of scenarios, or else the installed ones,
  /// by id.
  package static func usualRequirements() -> [String: Requirement] {
    var catalogue = Catalogue()
    let files = FoundScenarios.folders().lazy.compactMap(ReferenceFiles.nearest)
    if let file = files.first { catalogue.read(requirements: file) }
    return catalogue.requirements
  }

  private mutating func read(requirements file: String) {
    guard let text = text(of: file) else { return }
    let (found, diagnostics) = Requirement.load(text: text, file: file)
    self.diagnostics += diagnostics
    for requirement in found { requirements[requirement.id] = requirement }
    let folder = FileReading.parent(of: file)
    if let (file, text) = optional("\(folder)/\(ReferenceFiles.behaviours)") {
      let (found, diagnostics) = Behaviour.load(text: text, file: file)
      self.diagnostics += diagnostics
      behaviours += found
    }
    if let (file, text) = optional("\(folder)/\(ReferenceFiles.leaks)") {
      let (found, diagnostics) = Leak.load(text: text, file: file)
      self.diagnostics += diagnostics
      leaks += found
    }
  }

  /// Reads a file that need not exist.
  private mutating func optional(_ file: String) -> (file: String, text: [UInt8])? {
    guard FileReading.kind(of: file) == .file else { return nil }
    return text(of: file).map { (file, $0) }
  }

  /// Reads the cases of a file that these selections match, all without any.
  private mutating func read(
    _ file: FoundScenarios.File, _ selections: [Selection], _ rules: ScenarioRules,
    _ unused: inout Set<Selection>
  ) {
    guard let text = text(of: file.path) else { return }
    fileCount += 1
    let loaded = ScenarioLoader.load(text: text, id: file.id, file: file.path)
    diagnostics += loaded.diagnostics
    var named: [Scenario.Rule] = []
    if let scenario = loaded.scenario {
      let checklists = rules.checklists(of: scenario, loaded.cases)
      named = rules.rules(of: scenario, checklists)
      diagnostics += ScenarioLoader.diagnostics(
        of: rules.mistakes(of: scenario, checklists), text: text, file: file.path)
    }
    for var played in loaded.cases {
      let matching = selections.filter { $0.matches(caseOf: played) }
      if !selections.isEmpty && matching.isEmpty { continue }
      unused.subtract(matching)
      played.scenario.rules = named
      cases.append(played)
    }
  }

  private mutating func text(of file: String) -> [UInt8]? {
    do throws(FileError) {
      return try FileReading.read(file)
    } catch {
      unreadable.append(error)
      return nil
    }
  }

  /// Reports a selection that matches no case, like an id that matches no file.
  private func checkSelections(
    _ selections: [Selection], _ unused: Set<Selection>, _ found: FoundScenarios
  ) throws(SelectionError) {
    guard isValid else { return }
    if let selection = selections.first(where: unused.contains) {
      // Cases that were not selected are not kept, so the files are read again for similar ids.
      let files = found.files.filter { selection.matches(scenario: $0.id) }
      let ids = files.prefix(8).flatMap { file in
        (try? FileReading.read(file.path)).map {
          ScenarioLoader.load(text: $0, id: file.id, file: file.path).cases.map(\.id)
        } ?? []
      }
      throw .unknown(selection.text, nearest: NearestName.to(selection.text, among: ids))
    }
  }

  /// Keeps the selected cases.
  package mutating func keep(_ selected: ([Case]) -> [Case]) { cases = selected(cases) }

  /// Keeps the cases that match a filter.
  package mutating func keep(_ filter: CaseFilter) {
    guard !filter.isEmpty else { return }
    let requirements = requirements
    cases.removeAll { !filter.matches($0.scenario) { requirements[$0]?.source } }
  }
}
