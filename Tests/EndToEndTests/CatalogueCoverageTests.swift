// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Foundation
import KnownAnswers
import TestThreads
import Testing

/// What the catalogue as a whole has to cover.
@Suite(.onOwnThreads) struct CatalogueCoverageTests {
  private let catalogue: Catalogue
  private var cases: [Case] { catalogue.cases }
  private var requirements: [String: Requirement] { catalogue.requirements }

  init() throws {
    catalogue = try CatalogueFixture.catalogue.get()
    try #require(catalogue.isValid, "\(catalogue.diagnostics)")
  }

  /// Of some ids those that stand nowhere.
  static func missing(_ wanted: some Sequence<String>, in named: Set<String>) -> [String] {
    wanted.filter { !named.contains($0) }.sorted()
  }

  @Test func everyRequirementHasAScenario() {
    let named = Set(cases.flatMap(\.scenario.requirements))
    #expect(requirements.count >= 139)
    #expect(Self.missing(requirements.keys, in: named) == [])
  }

  /// A check may claim a level of its own: it needs a requirement that says so much.
  @Test func noCheckClaimsMoreThanItsRequirementsAsk() {
    var claims: Set<String> = []
    for played in cases {
      for check in Checklist(played.steps, of: played.scenario).steps.flatMap(\.descriptors) {
        #expect(check.requirements.count == 1, "\(played.id) \(check.id)")
        let levels = Set(check.requirements.compactMap { requirements[$0]?.level })
        let enough: Set<Level> =
          check.level == .must ? [.must] : check.level == .should ? [.must, .should] : levels
        if !levels.isEmpty, enough.isDisjoint(with: levels) {
          claims.insert("\(played.scenario.id): \(check.id) \(check.level.rawValue)")
        }
      }
    }
    #expect(claims.sorted() == [])
  }

  /// What the judge says of a broken rule claims no more than the requirement asks.
  @Test func noRuleOfTheJudgeClaimsMoreThanItsRequirementAsks() throws {
    let folder = CatalogueFixture.root.appending(path: "Sources/Judging")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var rules: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /BrokenRule\(([^()]*?"R[0-9]{3}"[^()]*?), \.([a-z]+)\)/) {
        for id in match.1.matches(of: /R[0-9]{3}/) { rules.insert("\(id.0) \(match.2)") }
      }
    }
    #expect(rules.count >= 30)
    for rule in rules {
      let words = rule.split(separator: " ").map(String.init)
      let level = try #require(Level(rawValue: words[1]), "\(rule)")
      let asked = try #require(requirements[words[0]], "\(rule)").level
      #expect(level != .must || asked == .must, "\(rule), which is \(asked.rawValue)")
    }
  }

  @Test func everyBehaviourOfThePeersHasAScenario() {
    let named = Set(cases.flatMap(\.scenario.peers))
    let wanted: [ClosedRange<Int>] = [
      1...15, 20...32, 40...46, 50...56, 60...67, 70...73, 80...84, 90...90, 92...95, 98...98,
      101...102, 104...104, 106...106, 108...108, 111...111, 113...113, 116...116, 118...118,
      121...121, 127...128,
    ]
    #expect(
      catalogue.behaviours.map(\.id)
        == wanted.joined().map { $0 < 10 ? "B0\($0)" : "B\($0)" })
    #expect(Self.missing(catalogue.behaviours.map(\.id), in: named) == [])
  }

  @Test func everyPublishedLeakHasAScenarioOrAReason() {
    let tags = Set(cases.flatMap(\.scenario.tags).filter(Leak.isTag))
    let unshown = Set(catalogue.leaks.filter { $0.unshown != nil }.map(\.tag))
    #expect(catalogue.leaks.count >= 54)
    #expect(Self.missing(catalogue.leaks.map(\.tag), in: tags.union(unshown)) == [])
    #expect(tags.isDisjoint(with: unshown))
    #expect(Self.missing(tags, in: Set(catalogue.leaks.map(\.tag))) == [])
  }

  @Test func everyHeaderCaseIsPlayed() {
    // One case of the collection is two, to tell the name of the scheme from that of a parameter.
    let ids = HeaderCase.all.map(\.id) + ["ok-digest-camel-realm"]
    #expect(ids.count == 223)
    #expect(Set(ids).count == ids.count)
    let played = Set(
      cases.filter { $0.scenario.id.hasPrefix("header-cases/") }
        .compactMap { played in
          played.id.split(separator: "[case=").last?.dropLast().description
        })
    #expect(Self.missing(ids, in: played) == [])
    // A case that is no longer in the collection is not to stay behind.
    #expect(Self.missing(played, in: Set(ids)) == [])
  }

  @Test func thereAreManyScenarios() {
    #expect(Set(cases.map(\.scenario.id)).count >= 250)
    #expect(cases.count >= 1_500)
  }

  @Test func whatIsMissingIsSeen() {
    #expect(Self.missing(["R001", "R002"], in: ["R002"]) == ["R001"])
    #expect(Self.missing(["R001"], in: ["R001", "R002"]) == [])
  }
}
