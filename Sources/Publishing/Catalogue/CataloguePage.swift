// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Scenarios
import Trials

/// The page of docs about the catalogue: topics, scenarios, behaviours, requirements, and the
/// faults that they catch.
package struct CataloguePage {
  private let index: CatalogueIndex
  private let requirements: [Requirement]
  private let behaviours: [Behaviour]
  private let faults: [ClientChange]
  private let catches: FaultCatches
  private let mutants: MutantList

  /// A page of these cases and what they refer to, in the order of ids; the faults are those of the
  /// reference client.
  package init(
    _ index: CatalogueIndex, requirements: [Requirement], behaviours: [Behaviour],
    faults: [ClientChange], catches: FaultCatches, mutants: MutantList = MutantList()
  ) {
    self.index = index
    self.requirements = requirements.sorted { $0.id < $1.id }
    self.behaviours = behaviours
    self.faults = faults.sorted { $0.name < $1.name }
    self.catches = catches
    self.mutants = mutants
  }

  /// The page, in Markdown.
  package var markdown: String {
    """
    # The catalogue

    <!-- Made by `make catalogue` from the scenarios and the lists beside them; do not edit. -->

    \(Phrases.count(index.entries.count, "scenario")) in \
    \(Phrases.count(index.topics.count, "topic")) come to \(Phrases.count(index.cases, "case")). \
    They show \(Phrases.count(shown(requirements), "requirement")), test \
    \(Phrases.count(tested, "behaviour")) that other projects' suites test, and catch \
    \(Phrases.count(faults.count { !caught(by: $0).isEmpty }, "fault")) of the reference client. \
    Which [published leaks](../docs/published-leaks.md) they re-enact has a page of its own.

    - [Topics](#topics)
    - [Scenarios](#scenarios)
    - [Behaviours](#behaviours)
    - [Requirements](#requirements)
    - [Faults](#faults)
    - [Mutants](#mutants)

    ## Topics

    \(topics)
    ## Scenarios

    The number of faults is that of the reference client's faults that break a check of the
    scenario.

    \(scenarios)
    ## Behaviours

    What the suites of curl, web-platform-tests, Firefox, Chromium, Apache HttpClient, OkHttp,
    aiohttp and httpx test.

    \(behaviourTable)
    ## Requirements

    How binding each is: `must`, `should` and `may` as the specification has it; `robust` is what
    none says with a keyword: it is defined, or safety or soundness asks for it. Each has a fault of
    its own, which no scenario of another requirement notices. No check can fail a client for an
    observation; shared faults are noticed elsewhere too.

    \(requirementTable)
    ## Faults

    The reference client does everything right. Each fault can be switched on in it, and is caught
    by a check that names the requirement which it breaks.

    \(faultTable)
    ## Mutants

    \(mutantScore)
    """
  }

  /// The results of mutants. Faults show less, since the same people wrote them and the scenarios.
  private var mutantScore: String {
    let how = "[how](../docs/reports.md#mutants)"
    guard mutants.mutants > 0 else {
      return "The reference client is also changed mechanically, one place at a time (\(how))."
    }
    let words: [(MutantList.Entry.Word, String)] = [
      (.killed, "killed by a check, or by a crash"),
      (.equal, "equal: the client sends the same, and tells its caller the same"),
      (.allowed, "allowed: a client may do that as well"),
      (.unshown, "shown by no scenario, for a reason"),
      (.survived, "not killed, and not explained yet"),
    ]
    let rows = words.map { [$1, Phrases.count(mutants.count($0))] }
    let table = MarkdownTable.text(
      ["mutants", "number"], rows + [["all", Phrases.count(mutants.mutants)]])
    return """
      Beside the faults, which were thought of, stand changes that were made mechanically at every
      comparison, condition, constant and call of the reference client's code, one at a time
      (\(how)). \(Phrases.count(mutants.count(.leftOut), "place")) of the code
      \(mutants.count(.leftOut) == 1 ? "is left as it is" : "are left as they are").
      [All of them](mutants.txt), each with what killed it or why nothing does, if that is known.

      \(table)
      """
  }

  private var topics: String {
    let heads = ["topic", "scenarios", "cases", "requirements", "behaviours", "faults"]
    let rows = index.topics.map { topic in
      let scenarios = topic.entries.map(\.scenario)
      let counts = [
        scenarios.count, topic.entries.reduce(0) { $0 + $1.cases },
        Set(scenarios.flatMap(\.requirements)).count, Set(scenarios.flatMap(\.peers)).count,
        Set(scenarios.flatMap { catches.faults(caughtBy: $0.id) }).count,
      ]
      return ["[\(topic.name)](#\(topic.name))"] + counts.map { "\($0)" }
    }
    return MarkdownTable.text(heads, rows)
  }

  private var scenarios: String {
    index.topics.map { topic in
      let rows = topic.entries.map { entry in
        let scenario = entry.scenario
        let name = scenario.id.dropFirst(topic.name.count + 1)
        let title = MarkdownTable.plain(scenario.title)
        return [
          "[\(title)](../Scenarios/\(scenario.id).yaml)<br>`\(name)`", scenario.level.rawValue,
          "\(entry.cases)", (scenario.requirements + scenario.peers).joined(separator: " "),
          "\(catches.faults(caughtBy: scenario.id).count)",
        ]
      }
      let table = MarkdownTable.text(["scenario", "level", "cases", "shows", "faults"], rows)
      return "### \(topic.name)\n\n\(table)\n"
    }.joined()
  }

  private var behaviourTable: String {
    let rows = behaviours.map { behaviour in
      [
        behaviour.id, MarkdownTable.plain(behaviour.text),
        CataloguePage.links(index.scenarios(testing: behaviour.id)),
      ]
    }
    return MarkdownTable.text(["id", "behaviour", "scenarios"], rows)
  }

  private var requirementTable: String {
    let heads = ["id", "level", "source", "requirement", "scenarios", "faults"]
    let rows = requirements.map { requirement in
      [
        requirement.id, CataloguePage.level(of: requirement), requirement.source,
        MarkdownTable.plain(requirement.text),
        CataloguePage.links(index.scenarios(showing: requirement.id)),
        CataloguePage.faults(faults.count { $0.source == requirement.id }, of: requirement),
      ]
    }
    return MarkdownTable.text(heads, rows)
  }

  /// The number of faults that break a requirement, and the reason if none is its own.
  private static func faults(_ count: Int, of requirement: Requirement) -> String {
    if let reason = requirement.observation { return "observation: \(MarkdownTable.plain(reason))" }
    guard let reason = requirement.sharedFaults else { return "\(count)" }
    return "\(count), shared: \(MarkdownTable.plain(reason))"
  }

  private static func level(of requirement: Requirement) -> String {
    let basis = requirement.basis == .definition ? ", defined" : ""
    let duty = requirement.duty == .client ? "" : ", duty of the \(requirement.duty.rawValue)"
    return requirement.level.rawValue + basis + duty
  }

  private var faultTable: String {
    let rows = faults.map { fault in
      [
        "`\(fault.name)`", MarkdownTable.plain(fault.sentence), fault.source,
        CataloguePage.links(caught(by: fault)),
      ]
    }
    return MarkdownTable.text(["fault", "what it does", "breaks", "caught by"], rows)
  }

  private func shown(_ requirements: [Requirement]) -> Int {
    requirements.count { !index.scenarios(showing: $0.id).isEmpty }
  }

  private var tested: Int { behaviours.count { !index.scenarios(testing: $0.id).isEmpty } }

  private func caught(by fault: ClientChange) -> [String] {
    catches.scenarios(catching: fault.name)
  }

  /// Returns the first scenarios and how many more there are.
  private static func links(_ scenarios: [String]) -> String {
    if scenarios.isEmpty { return "**none**" }
    return Phrases.first(3, of: scenarios) { MarkdownTable.link(scenario: $0) }
  }
}
