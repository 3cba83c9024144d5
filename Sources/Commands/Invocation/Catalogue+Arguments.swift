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
