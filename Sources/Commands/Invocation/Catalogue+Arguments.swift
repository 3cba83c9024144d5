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
    try check(filter.tags, of: "tag", among: cases.flatMap(\.scenario.tags))
    try check(
      filter.specifications, of: "spec",
      among: cases.flatMap(\.scenario.spec) + requirements.values.map(\.source),
      fits: CaseFilter.covers)
    try check(
      filter.requirements, of: "requirement",
      among: cases.flatMap(\.scenario.requirements) + requirements.keys)
    keep(filter)
  }

  /// Throws the first word of a filter that fits none of those that are known.
  private func check(
    _ words: [String], of option: String, among all: @autoclosure () -> [String],
    fits: (_ word: String, _ known: String) -> Bool = { $0 == $1 }
  ) throws(UsageError) {
    guard !words.isEmpty else { return }
    let known = Set(all())
    for word in words where !known.contains(where: { fits(word, $0) }) {
      throw .unknown("--\(option): nothing has '\(word)'", word, among: known.sorted())
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
