// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import Reporting
import ScenarioFiles
import Scenarios
import Transcripts
import Trials

extension Invocation {
  /// `authspec-maintain proof`: shows published leaks on versions that have them, and their absence
  /// on versions that do not.
  func proof() throws(UsageError) -> ExitStatus {
    let catalogue = try Catalogue(valid: [])
    let all = try entries(catalogue)
    let chosen = all.filter {
      arguments.operands.isEmpty || arguments.operands.contains($0.id)
    }
    let releases = Invocation.releases(chosen)
    if arguments.has("clients") {
      for release in releases { console.say(release + "\n") }
      return .good
    }
    Signals.watch()
    let planned = catalogue.cases.planned()
    var plays = chosen.map { [LeakPlay($0), LeakPlay($0)] }
    for release in releases {
      let plans = planned.filter { plan in
        chosen.contains {
          ($0.vulnerable == release || $0.clean == release)
            && $0.covers(case: plan.played.id, tags: plan.played.scenario.tags)
        }
      }
      let failure = try play(plans, to: release) { event in
        for index in chosen.indices {
          if chosen[index].vulnerable == release { plays[index][0].take(event) }
          if chosen[index].clean == release { plays[index][1].take(event) }
        }
      }
      if let failure { return failure }
    }
    let texts = Dictionary(catalogue.leaks.map { ($0.id, $0.text) }) { first, _ in first }
    let proofs = zip(chosen, plays).map {
      LeakProof($0, text: texts[$0.id] ?? "", vulnerable: $1[0], clean: $1[1])
    }
    guard try publish(proofs) else { return .fault }
    return proofs.allSatisfy(\.isAsClaimed) ? .good : .failures
  }

  /// Prints the proofs and, if all were played, writes their page; `false` if it cannot be written.
  private func publish(_ proofs: [LeakProof]) throws(UsageError) -> Bool {
    let page = LeakProofPage(proofs, version: CommandLine.version)
    let console = try console.besides([arguments["report"]])
    console.sayNow(page.text(console.options(color: arguments["color"])))
    guard arguments.operands.isEmpty else { return true }
    return console.writes { () throws(FileError) in
      try AtomicFile.write(page.markdown.utf8, to: arguments["report"] ?? "Reports/proof.md")
    }
  }

  /// Plays cases to a version of a client. Returns why that failed; `nil` if it did not.
  private func play(
    _ plans: [CasePlan], to release: String, _ record: (Event) -> Void
  ) throws(UsageError) -> ExitStatus? {
    var client = try ClientSelection(named: release, arguments)
    console.complain(outdated: client)
    if let trouble = client.prepare() {
      if Signals.interruption.isRaised { return .interrupted }
      console.complain(
        "authspec: \(release): \(trouble.words)\nmake proof installs what is missing.")
      return .fault
    }
    let options = runOptions(client.jobs, timeout: 5000)
    console.complain(client.tryClaims(options), of: release)
    let run = Run(plans: plans, options: options, expected: nil, makeClient: client.make)
    let summary = run.perform(interruption: Signals.interruption, report: record)
    if summary.isInterrupted { return .interrupted }
    guard let fault = summary.repeatedFault else { return nil }
    console.complain(
      "authspec: \(release): ten faults of one kind in a row ended its run: \(fault)")
    return .fault
  }

  /// Returns the entries of the file; each must be for a known leak that scenarios have as a tag.
  private func entries(_ catalogue: Catalogue) throws(UsageError) -> [ProofEntry] {
    guard let folder = FoundScenarios.usualClientsFolder() else {
      throw .words("no clients found: there is no folder Clients here")
    }
    let file = "\(folder)/proof.yaml"
    let text = try UsageError.contents(of: file)
    let (proofs, diagnostics) = ProofEntry.load(text: text, file: file)
    var complaints = diagnostics.map(\.description)
    for entry in proofs {
      let place = "\(file):\(entry.location.line):\(entry.location.column): error: "
      if !catalogue.leaks.contains(where: { $0.id == entry.id }) {
        complaints.append(place + "the leak \(entry.id) is not in leaks.yaml")
      }
      let isPlayed = entry.vulnerable != nil
      if isPlayed,
        !catalogue.cases.contains(where: { entry.covers(case: $0.id, tags: $0.scenario.tags) })
      {
        complaints.append(place + "no case is to show \(entry.id)")
      }
    }
    for id in arguments.operands where !proofs.contains(where: { $0.id == id }) {
      throw .unknown(
        "no leak is named '\(id)' in \(file)", id, among: proofs.map(\.id))
    }
    guard complaints.isEmpty else { throw .files(complaints) }
    return proofs
  }

  /// The versions of clients that entries need, each once, in order.
  private static func releases(_ entries: [ProofEntry]) -> [String] {
    var releases: [String] = []
    for release in entries.flatMap({ [$0.vulnerable, $0.clean] }).compactMap({ $0 })
    where !releases.contains(release) {
      releases.append(release)
    }
    return releases
  }
}
