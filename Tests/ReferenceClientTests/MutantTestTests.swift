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

  static func test(
    _ options: MutantOptions = MutantOptions(), watched: [Int] = [1, 2, 3]
  ) throws -> MutantResult {
    let loaded = ScenarioLoader.load(
      text: Array(SelftestTests.basic.utf8), id: "basic/plain", file: "plain.yaml")
    let client = Mutable()
    var options = options
    options.isInProcess = true
    return MutantTest(
      plans: loaded.cases.planned(), mutants: set.mutants, options: options,
      clients: MutantClients(
        makeClient: { client.client($0) }, watch: { client.choose(0) }, takeNoted: { watched },
        choose: { client.choose($0) })
    ).perform(interruption: Interruption())
  }

  @Test("The list that is generated with the mutants is read")
  func list() {
    #expect(Self.set.mutants.map(\.number) == [1, 2, 3, 4])
    #expect(Self.set.mutants.first?.place == "Basic.swift:7")
    #expect(Self.set.unchanged.map(\.reason) == ["Words for people."])
  }

  @Test("A mutant that breaks a check is killed, one that breaks none survives")
  func killed() throws {
    let result = try Self.test()
    #expect(result.cases == 1)
    #expect(result.referenceFailures.isEmpty)
    #expect(
      result.outcomes.map(\.end) == [
        .killed(check: "1.origin.exchanges"), .survived, .survived, .survived,
      ])
    #expect(result.outcomes.map(\.isKilled) == [true, false, false, false])
    #expect(result.outcomes.first?.witness == "basic/plain")
    // The fourth cannot change any case, so it is not played.
    #expect(result.outcomes.map(\.planned) == [1, 1, 1, 0])
    #expect(result.outcomes.map(\.played) == [1, 1, 1, 0])
  }

  @Test("A mutant that cannot change any case is not played")
  func unreached() throws {
    let result = try Self.test(watched: [])
    #expect(result.outcomes.allSatisfy { $0.end == .survived && $0.planned == 0 })
  }
}
