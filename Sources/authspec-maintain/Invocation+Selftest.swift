// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import ReferenceClient
import Reporting
import Scenarios
import Transcripts
import Trials

extension Invocation {
  /// `authspec-maintain selftest`: shows that the scenarios notice every fault of the reference
  /// client, and that every check notices one.
  func selftest() throws(UsageError) -> ExitStatus {
    guard let plans = try checkedPlans() else { return .usage }
    let realm = realm(for: CasePlans(plans))
    defer { withExtendedLifetime(realm) {} }
    let faults = try faults
    let files = try files(CatalogueIndex(plans.map(\.played)))
    let console = try console.besides(
      ["json", "witnesses", "caught", "own"].map { arguments[$0] })
    Signals.watch()
    var options = selftestOptions
    options.witnesses = try witnesses
    options.hasAllFaults = !arguments.has("fault")
    guard
      MachineCheck.passes(
        for: &options.jobs, areChosen: arguments.has("jobs"), ofProcesses: false, console)
    else { return .fault }
    let selftest = Selftest(
      plans: plans, faults: faults, options: options, clients: .reference)
    let progress = SelftestProgressReport(console.progress)
    let result = selftest.perform(interruption: Signals.interruption) { progress.report($0) }
    progress.end()
    console.sayNow(SelftestReport(result).text)
    var areWritten = true
    // A list of a part would replace a whole one.
    for file in files where result.status != .interrupted || !file.isList {
      let isWritten = console.writes { () throws(FileError) in
        file.target.write(file.text(result))
        try file.target.commit()
      }
      areWritten = areWritten && isWritten
    }
    return areWritten || result.status == .interrupted ? result.status : .fault
  }

  /// The plays to begin with, from a list that `--witnesses` wrote.
  private var witnesses: [Witness] {
    get throws(UsageError) {
      guard let path = arguments["first"] else { return [] }
      guard arguments.has("quick") else {
        throw .words("--first is for --quick: without it, all is played")
      }
      let octets = try UsageError.contents(of: path)
      return Witness.list(String(decoding: octets, as: UTF8.self))
    }
  }

  /// The faults that the command line names; all if it names none.
  private var faults: [PlantedFault] {
    get throws(UsageError) {
      let names = try Fault.Name.named(arguments)
      return Fault.allCases
        .filter { names.isEmpty || names.contains($0.name) }
        .map(\.planted)
    }
  }

  /// The files that the command line asks for: opened, so that an unwritable one is reported before
  /// anything is played.
  private func files(
    _ index: CatalogueIndex
  ) throws(UsageError) -> [(target: AtomicFile, isList: Bool, text: (SelftestResult) -> String)] {
    do throws(FileError) {
      let texts: KeyValuePairs<String, (SelftestResult) -> String> = [
        "json": { SelftestReport($0).json },
        "witnesses": { $0.witnesses.map(\.line).joined() },
        "caught": { FaultCatches($0).text },
        "own": { OwnFaults($0.outcomes.map(\.fault), index, FaultCatches($0)).catches.text },
      ]
      var files: [(AtomicFile, Bool, (SelftestResult) -> String)] = []
      for (option, text) in texts {
        if let path = arguments[option] {
          files.append((try AtomicFile(path: path), option != "json", text))
        }
      }
      return files
    } catch {
      throw .unwritable(error)
    }
  }
}

extension Fault.Name {
  /// The faults that a command line names.
  static func named(_ arguments: Arguments) throws(UsageError) -> [Fault.Name] {
    var faults: [Fault.Name] = []
    for word in arguments.all("fault") {
      guard let name = Fault.Name(rawValue: word) else {
        throw .unknown(
          "no fault is named '\(word)'", word, among: allCases.map(\.rawValue))
      }
      faults.append(name)
    }
    return faults
  }
}

extension Fault {
  /// The fault as a self-test takes it.
  var planted: PlantedFault {
    PlantedFault(
      name: name.rawValue, sentence: sentence, requirement: requirement, hangs: hangs)
  }

  /// The faults that the catalogue is to notice.
  static var planted: [PlantedFault] { allCases.map(\.planted) }
}

extension Selftest.Clients {
  /// The reference client, without and with faults or variants.
  static let reference = Selftest.Clients(
    faultless: { ReferenceClient.watched(on: $0) },
    faulty: { ReferenceClient(loop: $1, named: $0.name) })
}
