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
      let catalogue = try validCatalogue()
      let set = MutantSet(list: Mutants.list)
      let reasons = try survivorReasons
      let mutants = try chosen(set)
      let isWhole = mutants.count == set.mutants.count && !arguments.has("quick")
      let list = try mutantList
      Signals.watch()
      var options = MutantOptions()
      // A mutant that waits in vain uses no processor.
      options.jobs = arguments.count("jobs") ?? Signals.cores * 2
      options.timeout = arguments.count("timeout") ?? options.timeout
      options.witnesses = known.witnesses
      options.isQuick = arguments.has("quick")
      options.survivors = Set(
        set.mutants.map(\.name).filter { name in reasons.contains { $0.covers(name) } })
      let count = set.mutants.count
      let test = MutantTest(
        plans: catalogue.cases.planned(), mutants: mutants, options: options,
        clients: MutantClients(
          makeClient: { ReferenceClient(loop: $0) }, watch: { Mutants.watch(count) },
          takeNoted: { Mutants.takeNoted() }, choose: { Mutants.choose($0) }))
      var reported = 0
      let result = test.perform(interruption: Signals.interruption) { done, survivors in
        guard done / 200 > reported else { return }
        reported = done / 200
        console.complain("\(done) of \(mutants.count) mutants, \(survivors) survived")
      }
      let report = MutantReport(result, reasons, isWhole: isWhole)
      console.say(report.text)
      if let list, !result.isInterrupted {
        let isWritten = console.writes { () throws(FileError) in
          list.write(MutantList(result, set, reasons).text)
          try list.commit()
        }
        guard isWritten else { return .fault }
      }
      return report.status
    }

    /// The mutants that the command line names; all if it names none.
    private func chosen(_ set: MutantSet) throws(UsageError) -> [CodeMutant] {
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

    /// The results of an earlier test, if there are any.
    private var known: MutantList {
      guard let text = try? FileReading.read("Reports/mutants.txt") else { return MutantList() }
      return MutantList(text: String(decoding: text, as: UTF8.self))
    }

    private var mutantList: AtomicFile? {
      get throws(UsageError) {
        do throws(FileError) {
          return try arguments["list"].map { path throws(FileError) in try AtomicFile(path: path) }
        } catch {
          throw .unwritable(error)
        }
      }
    }
  #else
    /// `authspec-maintain mutants` without mutants.
    func mutants() throws(UsageError) -> ExitStatus {
      throw .words("this build has no mutants: make mutants builds one that has, and plays them")
    }
  #endif
}
