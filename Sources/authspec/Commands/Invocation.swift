// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Publishing
import Reporting
import Transcripts

/// A command line to perform. Each command is a method of its own.
struct Invocation {
  /// The arguments after the command's name.
  let arguments: Arguments
  let console: Console

  /// Performs the command and returns its exit status.
  func perform() throws(UsageError) -> ExitStatus {
    switch arguments.command.name {
    case .run: try run()
    case .serve: try serve()
    case .list: try list()
    case .check: try check()
    case .explain: try explain()
    case .judge: try judge()
    case .baseline: try baseline()
    case .merge: try merge()
    case .diff: try diff()
    case .clients: try clients()
    case .matrix: try matrix()
    case .driverCheck: try driverCheck()
    case .proof: try proof()
    case .selftest: try selftest()
    case .fuzz: try fuzz()
    case .requirements: try requirements()
    case .catalogue: try catalogue()
    case .leaks: try leaks()
    case .audit: try audit()
    case .completions: say(Completions.text(for: arguments.operands.first ?? ""))
    case .manual: say(ManualPage.text())
    case .help: try help()
    }
  }

  private func say(_ text: String) -> ExitStatus {
    console.say(text)
    return .good
  }

  /// `authspec help`: describes a command, or all of them.
  private func help() throws(UsageError) -> ExitStatus {
    guard let word = arguments.operands.first else { return say(Help.overview()) }
    return say(Help.text(try .named(word)))
  }

  /// `authspec leaks`: prints a page about published leaks and the scenarios that show them.
  private func leaks() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let page = LeakPage(catalogue.leaks, CatalogueIndex(catalogue.cases))
    console.say(page.markdown)
    return page.missing.isEmpty ? .good : .failures
  }

  /// Reads each file that the command line names; throws what is wrong with any of them.
  func readFiles(_ read: (String) throws(FileError) -> Void) throws(UsageError) {
    var complaints: [String] = []
    for path in arguments.operands {
      do throws(FileError) { try read(path) } catch { complaints.append(error.description) }
    }
    guard complaints.isEmpty else { throw .files(complaints) }
  }

  /// Returns the scenarios that the command line names; throws what is wrong with their files.
  func validCatalogue() throws(UsageError) -> Catalogue {
    try Catalogue(valid: arguments.operands)
  }
}
