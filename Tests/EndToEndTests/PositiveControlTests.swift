// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Foundation
import TestThreads
import Testing

/// Libcurl without any login: it leaks nothing, as it has nothing.
final class PennilessClient: ClientUnderTest {
  private let client: LibcurlClient
  private(set) var identity: ClientIdentity
  var observer: (any ClientObserver)? {
    get { client.observer }
    set { client.observer = newValue }
  }

  init(loop: EventLoop, wrongClaims: [UnsupportedCapability] = []) {
    client = LibcurlClient(loop: loop)
    identity = client.identity
    identity.wrongClaims = wrongClaims
  }

  private func robbed(_ session: ClientSession) -> ClientSession {
    var session = session
    session.credentials = []
    session.netrc = nil
    session.ask = false
    return session
  }

  func open(_ session: ClientSession) -> ClientTrouble? { client.open(robbed(session)) }
  func change(_ session: ClientSession) -> ClientTrouble? { client.change(robbed(session)) }

  func start(_ request: ClientRequest, number: Int) {
    var request = request
    request.lines.removeAll { line in
      ["Authorization", "Proxy-Authorization", "Cookie"].contains { line.name.matches($0) }
    }
    if let at = request.url.lastIndex(of: "@"), let slashes = request.url.firstRange(of: "//"),
      !request.url[slashes.upperBound..<at].contains("/")
    {
      request.url.removeSubrange(slashes.upperBound...at)
    }
    client.start(request, number: number)
  }

  func abandon(_ number: Int) -> String { client.abandon(number) }
  func close() -> ClientTrouble? { client.close() }
}

@Suite("A client that has no secret", .onOwnThreads)
struct PositiveControlTests {
  /// Scenarios that take no ability: whoever does not log in does no wrong.
  static let plain: Set<String> = ["challenge/long-fields-are-survived"]

  /// What the plain cases say of its claims, tried once for all tests.
  static let probed = CapabilityProbe(options: RunOptions()).map { probe in
    probe.outcome(
      of: PennilessClient(loop: EventLoop()).identity.abilities, interruption: Interruption(),
      makeClient: { PennilessClient(loop: $0) }
    ).wrong
  }

  static func wrongClaims() throws -> [UnsupportedCapability] { try #require(probed) }

  /// The results of all cases, for several tests.
  private static let penniless = Result {
    let wrong = try wrongClaims()
    return try plays(of: { _ in true }) { PennilessClient(loop: $0, wrongClaims: wrong) }
  }

  @Test("Its plain cases tell every scheme that it claims, and nothing else that it can do")
  func claims() throws {
    let wrong = Set(try Self.wrongClaims().map(\.ability))
    #expect(wrong.isSuperset(of: ["basic", "bearer", "digest", "netrc", "preemptive", "proxy"]))
    #expect(wrong.isDisjoint(with: ["redirects", "concurrent"]))
  }

  @Test("Where a login is taken for granted, nothing that it does is passed, noted or warned of")
  func verdicts() throws {
    let wrong = try Self.wrongClaims()
    let all = try Self.penniless.get()
    var doubtful = 0
    var mild: Set<String> = []
    for (id, result) in all
    where !Set(wrong.map(\.ability)).isDisjoint(with: result.played.needs) {
      doubtful += 1
      // Without KRB5_CONFIG of the run libcurl is given no tickets.
      if result.verdict < .inconclusive, result.verdict != .skipped { mild.insert(id) }
    }
    #expect(doubtful > 2000)
    #expect(mild == [])
    #expect(all.values.contains { $0.verdict == .pass })
    #expect(all.values.contains { $0.verdict == .fail })
  }

  @Test("It passes no scenario of a leak in which another client uses its secret")
  func leaks() throws {
    let rich = try Self.plays { LibcurlClient(loop: $0) }
    let penniless = try Self.penniless.get().filter { Self.isOfALeak($0.value.played.scenario) }
    var compared = 0
    var passed: Set<String> = []
    for (id, result) in rich where result.verdict == .pass && Self.sendsCredentials(result) {
      guard let other = penniless[id] else { continue }
      compared += 1
      if other.verdict == .pass { passed.insert(result.played.scenario.id) }
    }
    #expect(compared > 200)
    #expect(passed.subtracting(Self.plain) == [])
    let kept = penniless.values.filter { result in
      result.checks.contains {
        $0.descriptor.id == "invariant.secrets-stay" && $0.verdict == .pass
      }
    }
    #expect(kept.map(\.played.id) == [])
  }

  private static func sendsCredentials(_ result: CaseResult) -> Bool {
    result.play?.recording.exchanges.contains { exchange in
      exchange.request.fields.contains {
        $0.name.matches("Authorization") || $0.name.matches("Proxy-Authorization")
      }
    } ?? false
  }

  private static func isOfALeak(_ scenario: Scenario) -> Bool {
    scenario.tags.contains { $0 == "leak" || Leak.isTag($0) }
  }

  /// The cases of some scenarios, by their ids.
  private static func plays(
    of isWanted: (Scenario) -> Bool = isOfALeak, _ make: (EventLoop) -> any ClientUnderTest
  ) throws -> [String: CaseResult] {
    let loop = EventLoop()
    let client = make(loop)
    let player = CasePlayer(loop: loop, client: client, timeout: 1000)
    defer { player.stop() }
    var results: [String: CaseResult] = [:]
    for played in try CatalogueFixture.cases()
    where isWanted(played.scenario)
      && played.needs.allSatisfy(Abilities.presumed(of: client.identity.abilities).contains)
    {
      let plan = CasePlan(played, backEnd: nil)
      guard plan.problems.isEmpty else { continue }
      results[played.id] = player.play(plan).judged()
    }
    return results
  }
}
