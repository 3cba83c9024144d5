// SPDX-License-Identifier: Apache-2.0

import Commands
import Playing
import Publishing
import ReferenceClient
import Transcripts
import Trials

extension Invocation {
  /// `authspec-maintain selftest`: shows that the scenarios notice every fault of the reference
  /// client, and that every check notices one.
  func selftest() throws(UsageError) -> ExitStatus {
    let names = try Fault.Name.named(arguments.all("fault"), noun: "fault")
    let faults = Fault.allCases.filter { names.isEmpty || names.contains($0.name) }
    var options = trialOptions
    options.endsEarly = arguments.has("quick")
    options.witnesses = try witnesses
    options.findsVacuousChecks = names.isEmpty
    return try perform(
      faults.map { Trial($0.change) }, of: .faults, options,
      lists: [
        "witnesses": { result, _ in result.witnesses.map(\.line).joined() },
        "caught": { result, _ in FaultCatches(result).text },
        "own": { result, plans in
          OwnFaults(
            result.outcomes.map(\.change), CatalogueIndex(plans.map(\.played)),
            FaultCatches(result)
          ).catches.text
        },
      ])
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
}

extension Fault {
  /// The fault as a change of the client.
  var change: ClientChange {
    ClientChange(.fault(hangs: hangs), name.rawValue, sentence, source: requirement)
  }

  /// The faults that the catalogue is to notice.
  static var changes: [ClientChange] { allCases.map(\.change) }
}
