// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

extension Catalogue {
  /// The scenarios that these operands name; all without any.
  init(_ operands: [String]) throws(UsageError) {
    do throws(SelectionError) {
      try self.init(operands, in: FoundScenarios.usualFolder())
    } catch {
      throw .words(error.description)
    }
  }

  /// Like `init(_:)`, but throws what is wrong with the files.
  package init(valid operands: [String]) throws(UsageError) {
    try self.init(operands)
    guard isValid else { throw .files(complaints) }
  }

  /// Keeps the cases that the filters of a command line leave. Throws a word of a filter that fits
  /// no scenario and no requirement at all: it is probably misspelt.
  mutating func keep(filteredBy arguments: Arguments) throws(UsageError) {
    let filter = CaseFilter(arguments)
    if let (option, word) = unknownWord(of: filter) {
      throw .unknown(
        "--\(option): nothing has '\(word)'", word, among: known(option).sorted())
    }
    keep(filter)
  }

  private func unknownWord(of filter: CaseFilter) -> (option: String, word: String)? {
    let tags = known("tag")
    let sources = known("spec")
    if let tag = filter.tags.first(where: { !tags.contains($0) }) { return ("tag", tag) }
    if let specification = filter.specifications.first(where: { wanted in
      !sources.contains { CaseFilter.covers(wanted, $0) }
    }) {
      return ("spec", specification)
    }
    let requirements = known("requirement")
    return filter.requirements.first { !requirements.contains($0) }.map { ("requirement", $0) }
  }

  /// The words that a filter may have.
  private func known(_ option: String) -> Set<String> {
    switch option {
    case "tag": Set(cases.flatMap(\.scenario.tags))
    case "spec": Set(cases.flatMap(\.scenario.spec)).union(requirements.values.map(\.source))
    default: Set(cases.flatMap(\.scenario.requirements)).union(requirements.keys)
    }
  }

  /// The cases that are not among these.
  package func cases(besides played: [Case]) -> [Case] {
    let ids = Set(played.map(\.id))
    return cases.filter { !ids.contains($0.id) }
  }

  /// Reports what is wrong with the files on standard error; `true` if anything is.
  func complain(_ console: Console) -> Bool {
    for text in complaints { console.complain(text) }
    return !isValid
  }
}

extension CaseFilter {
  /// The filter that a command line asks for.
  init(_ arguments: Arguments) {
    self.init()
    levels = arguments.all("level").compactMap { Level(rawValue: $0) }
    tags = arguments.all("tag")
    specifications = arguments.all("spec")
    requirements = arguments.all("requirement")
  }
}
