// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import ReferenceClient
import ScenarioFiles
import Scenarios
import Synchronization
import TestThreads
import Testing
import Trials

@Suite("The test of mutants", .onOwnThreads)
struct MutantTestTests {
  /// A client whose mutants are some of its faults. A mutant's number is its position in `faults`,
  /// from 1.
  private final class Mutable: Sendable {
    static let faults: [Fault.Name] = [
      .base64WithoutPadding, .clientNonceConstant, .hangsWithoutChallenge, .responseUpperCase,
    ]
    private let chosen = Mutex(0)

    func choose(_ number: Int) { chosen.withLock { $0 = number } }

    func client(_ loop: EventLoop) -> ReferenceClient {
      let number = chosen.withLock { $0 }
      return ReferenceClient(loop: loop, faults: number == 0 ? [] : [Mutable.faults[number - 1]])
    }
  }

  static let set = MutantSet(
    list: """
      1\tBasic.swift\t7\tconstant\tBasic.value: padding
      2\tDigest.swift\t8\tconstant\tDigest.value: nonce
      3\tExchange.swift\t9\tcall\tExchange.take: decide
      4\tDigest.swift\t9\tcall\tDigest.response: lower
      0\tExchange.swift\t9\tWords for people.\tExchange.fail: "no"
      """)

  /// Plays all mutants in this process, where each case reaches those of these numbers.
  static func perform(watched: [Int] = [1, 2, 3]) -> TrialResult {
    let loaded = ScenarioLoader.load(
      text: Array(SelftestTests.basic.utf8), id: "basic/plain", file: "plain.yaml")
    let client = Mutable()
    let reached = Set(watched.map { set.mutants[$0 - 1].name })
    var options = TrialOptions()
    options.endsEarly = true
    let clients = TrialClients(
      unchanged: {
        client.choose(0)
        return (client.client($0), { reached })
      },
      changed: { change, loop in
        if case .mutant(let number, _) = change.kind { client.choose(number) }
        return client.client(loop)
      })
    return TrialSeries(
      plans: loaded.cases.planned(), trials: set.mutants.map { Trial($0) }, options: options,
      clients: clients
    ).perform(interruption: Interruption())
  }

  @Test("The list that is generated with the mutants is read")
  func list() {
    let kinds = (1...4).map { ClientChange.Kind.mutant(number: $0, reason: nil) }
    #expect(Self.set.mutants.map(\.kind) == kinds)
    #expect(Self.set.mutants.first?.source == "Basic.swift:7")
    #expect(Self.set.unchanged.map(\.reason) == ["Words for people."])
  }

  @Test("A mutant that breaks a check is killed, one that breaks none survives")
  func killed() {
    let result = Self.perform()
    #expect(result.cases == 1)
    #expect(result.referenceFailures.isEmpty)
    #expect(
      result.outcomes.map { $0.objections.map(\.check) } == [["1.origin.exchanges"], [], [], []])
    #expect(result.outcomes.map(\.isKilled) == [true, false, false, false])
    #expect(result.outcomes.map(\.hasSurvived) == [false, true, true, true])
    #expect(result.outcomes.first?.witness == "basic/plain")
    // The fourth cannot change any case, so it is not played.
    #expect(result.outcomes.map(\.planned) == [1, 1, 1, 0])
    #expect(result.outcomes.map(\.played) == [1, 1, 1, 0])
  }

  @Test("A mutant that cannot change any case is not played")
  func unreached() {
    let result = Self.perform(watched: [])
    #expect(result.outcomes.allSatisfy { $0.hasSurvived && $0.planned == 0 && $0.played == 0 })
    #expect(result.outcomes.count == 4)
  }
}
