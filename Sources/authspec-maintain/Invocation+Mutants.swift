// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import ReferenceClient
import Reporting
import ScenarioFiles
import Scenarios
import Transcripts
import Trials

extension Invocation {
  /// The folder of reasons for mutants that survive: a file for each folder of the client's code.
  private static let reasonsFolder = "Tools/Mutants/survivors"

  #if AUTHSPEC_MUTANTS
    /// `authspec-maintain mutants`: shows that the scenarios notice small mechanical changes of
    /// the reference client.
    func mutants() throws(UsageError) -> ExitStatus {
      let reasons = try survivorReasons
      let set = MutantSet(list: Mutants.list, reasons: reasons)
      let isQuick = arguments.has("quick")
      let trials = try chosen(set).map { mutant in
        Trial(mutant, isQuick && mutant.reason != nil ? .oneOfEachScenario : .all)
      }
      let isWhole = trials.count == set.mutants.count && !isQuick
      var options = trialOptions
      // A mutant that waits in vain uses no processor.
      options.jobs = arguments.count("jobs") ?? Signals.cores * 2
      options.patience = 5
      options.mostLate = 8
      options.endsEarly = true
      options.usesCopies = true
      options.witnesses = knownWitnesses
      return try perform(
        trials, of: .mutants, options, clients: .mutants(set), reasons: isWhole ? reasons : [],
        lists: ["list": { result, _ in MutantList(result, set).text }])
    }

    /// The mutants that the command line names; all if it names none.
    private func chosen(_ set: MutantSet) throws(UsageError) -> [ClientChange] {
      let patterns = arguments.all("mutant")
      let globs = patterns.map { Glob($0, .text) }
      let chosen = set.mutants.filter { mutant in
        globs.isEmpty || globs.contains { $0.matches(mutant.name) }
      }
      guard !chosen.isEmpty else {
        throw .words("no mutant is named '\(patterns.joined(separator: " "))'")
      }
      return chosen
    }

    private var survivorReasons: [MutantReason] {
      get throws(UsageError) {
        var reasons: [MutantReason] = []
        var wrong: [String] = []
        let folder = Invocation.reasonsFolder
        guard FileReading.kind(of: folder) == .folder else { return reasons }
        try UsageError.files { () throws(FileError) in
          for name in try FileReading.names(in: folder) where name.hasSuffix(".yaml") {
            let path = "\(folder)/\(name)"
            let (some, diagnostics) = MutantReason.load(
              text: try FileReading.read(path), file: path)
            reasons += some
            wrong += diagnostics.map(\.description)
          }
        }
        guard wrong.isEmpty else { throw .files(wrong) }
        return reasons
      }
    }

    /// The plays in which an earlier test, if there was any, killed mutants.
    private var knownWitnesses: [Witness] {
      guard let text = try? FileReading.read("Reports/mutants.txt") else { return [] }
      return MutantList(text: String(decoding: text, as: UTF8.self)).witnesses
    }
  #else
    /// `authspec-maintain mutants` without mutants.
    func mutants() throws(UsageError) -> ExitStatus {
      throw .words("this build has no mutants: make mutants builds one that has, and plays them")
    }
  #endif
}

#if AUTHSPEC_MUTANTS
  extension TrialClients {
    /// The reference client as one of these mutants, which all clients of a process are.
    fileprivate static func mutants(_ set: MutantSet) -> TrialClients {
      let names = set.mutants.map(\.name)
      return TrialClients(
        unchanged: { loop in
          Mutants.watch(names.count)
          return (
            ReferenceClient(loop: loop),
            { Set(Mutants.takeNoted().filter { $0 > 0 }.map { names[$0 - 1] }) }
          )
        },
        changed: { change, loop in
          if case .mutant(let number, _) = change.kind { Mutants.choose(number) }
          return ReferenceClient(loop: loop)
        })
    }
  }
#endif
