import ClientDrivers
import Foundation
import HTTPAuth
import Polling
import ScenarioLanguage
import TestServers
import Testing

@testable import Conformance

/// Libcurl without any login: it leaks nothing, as it has nothing.
private final class PennilessClient: ClientUnderTest {
  private let client: LibcurlClient
  var identity: ClientIdentity { client.identity }
  var observer: (any ClientObserver)? {
    get { client.observer }
    set { client.observer = newValue }
  }

  init(loop: EventLoop) { client = LibcurlClient(loop: loop) }

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

@Suite("A client that has no secret")
struct PositiveControlTests {
  /// Scenarios of challenges that need not be answered: whoever does not log in does no wrong.
  static let refusals: Set<String> = [
    "challenge/long-fields-are-survived",
    "challenge/unusable-digest-alone-is-not-answered-with-basic",
    "digest/challenge-without-a-realm", "userinfo/odd-userinfo-leaks-nothing",
  ]

  @Test("It passes no scenario of a leak in which another client uses its secret")
  func leaks() throws {
    let rich = try Self.plays { LibcurlClient(loop: $0) }
    let penniless = try Self.plays { PennilessClient(loop: $0) }
    var compared = 0
    var passed: Set<String> = []
    for (id, result) in rich where result.verdict == .pass && Self.sendsCredentials(result) {
      guard let other = penniless[id] else { continue }
      compared += 1
      if other.verdict == .pass { passed.insert(result.played.scenario.id) }
    }
    #expect(compared > 200)
    #expect(passed.subtracting(Self.refusals) == [])
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

  /// The cases of leaks, by their ids.
  private static func plays(
    _ make: (EventLoop) -> any ClientUnderTest
  ) throws -> [String: CaseResult] {
    let loop = EventLoop()
    let client = make(loop)
    let player = CasePlayer(loop: loop, client: client, timeout: 1000)
    defer { player.stop() }
    var results: [String: CaseResult] = [:]
    for played in try CatalogueFixture.cases()
    where played.scenario.tags.contains(where: { $0 == "leak" || Leak.isTag($0) })
      && played.needs.allSatisfy(client.identity.abilities.contains)
    {
      let plan = CasePlan(played, backEnd: nil)
      guard plan.problems.isEmpty else { continue }
      results[played.id] = CaseJudge.judge(plan, player.play(plan))
    }
    return results
  }
}
