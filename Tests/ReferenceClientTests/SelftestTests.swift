// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Playing
import ReferenceClient
import ScenarioFiles
import Scenarios
import TestThreads
import Testing
import Trials

@Suite("The self-test", .onOwnThreads)
struct SelftestTests {
  /// A scenario of R053, the syntax of Basic credentials.
  static let basic = """
    title: A login gets through
    level: must
    requirements: [R053]
    accounts:
      alice: { password: open sesame }
    client:
      credentials: [alice]
    challenges:
      first: { scheme: Basic, realm: there }
    steps:
      - title: a request
        request: { path: /report }
        origin:
          - { protect: first }
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: 200 }

    """

  static let padding = ClientChange(
    .fault(hangs: false), Fault.Name.base64WithoutPadding.rawValue, "It leaves the padding out.",
    source: "R053")
  static let elsewhere = ClientChange(
    .fault(hangs: false), Fault.Name.base64WithoutPadding.rawValue, "It leaves the padding out.",
    source: "R999")
  static let unnoticed = ClientChange(
    .fault(hangs: false), Fault.Name.clientNonceConstant.rawValue,
    "Its cnonce is always the same.", source: "R080")

  static func silent(hangs: Bool) -> ClientChange {
    ClientChange(
      .fault(hangs: hangs), Fault.Name.hangsWithoutChallenge.rawValue, "It waits.", source: "R024")
  }

  /// The client without and with a fault; both have the faults `always`.
  static func clients(always: Set<Fault.Name> = []) -> TrialClients {
    TrialClients(
      unchanged: { ReferenceClient.watched(on: $0, faults: always) },
      changed: { ReferenceClient(loop: $1, named: $0.name, and: always) })
  }

  func perform(
    _ texts: [String], _ faults: [ClientChange], always: Set<Fault.Name> = [],
    interruption: Interruption = Interruption(),
    _ change: (inout TrialOptions) -> Void = { _ in },
    report: (TrialProgress) -> Void = { _ in }
  ) -> TrialResult {
    let cases = texts.enumerated().flatMap { number, text in
      ScenarioLoader.load(text: Array(text.utf8), id: "tiny/\(number)", file: "tiny.yaml").cases
    }
    var options = TrialOptions()
    options.jobs = 2
    options.findsVacuousChecks = true
    change(&options)
    let series = TrialSeries(
      plans: cases.planned(), trials: faults.map { Trial($0) }, options: options,
      clients: Self.clients(always: always))
    return series.perform(interruption: interruption, report: report)
  }

  @Test(
    "A fault is killed by the check that it breaks, and survives where there is none",
    arguments: [1, 2])
  func kills(_ jobs: Int) {
    let result = perform([Self.basic], [Self.unnoticed, Self.padding]) { $0.jobs = jobs }
    #expect(result.cases == 1)
    #expect(result.changes.count == 2)
    #expect(result.referenceFailures.isEmpty)
    #expect(result.outcomes.map(\.change) == [Self.unnoticed, Self.padding])
    #expect(result.survivors.map(\.change) == [Self.unnoticed])
    #expect(result.killed == 1)
    #expect(result.properlyKilled == 1)
    #expect(result.outcomes.last?.objections.allSatisfy { $0.scenario == "tiny/0" } == true)
    #expect(result.status == .failures)
    #expect(
      perform([Self.basic], [Self.padding]) {
        $0.endsEarly = true
        $0.findsVacuousChecks = false
      }.status == .good)
  }

  @Test("A case that a fault cannot change is not played to it")
  func unreached() {
    let result = perform([Self.basic], [Self.unnoticed, Self.padding])
    // Without Digest there is no cnonce.
    #expect(result.outcomes.map(\.planned) == [0, 1])
    #expect(result.outcomes.map(\.played) == [0, 1])
  }

  @Test("A fault that breaks only checks of other requirements is not properly killed")
  func elsewhere() {
    let result = perform([Self.basic], [Self.elsewhere]) { $0.endsEarly = true }
    #expect(result.killed == 1)
    #expect(result.properlyKilled == 0)
    #expect(result.elsewhere.map(\.change) == [Self.elsewhere])
    #expect(result.survivors.isEmpty)
    #expect(result.status == .failures)
  }

  @Test("A check that no fault trips is vacuous; without all faults nobody knows")
  func vacuous() throws {
    let result = perform([Self.basic], [Self.unnoticed])
    let none = try #require(result.vacuous)
    let some = try #require(perform([Self.basic], [Self.unnoticed, Self.padding]).vacuous)
    #expect(none.contains { $0.scenario == "tiny/0" && $0.check == "1.client.outcome" })
    #expect(result.checks == none.count)
    #expect(some.count < none.count)
    #expect(Set(some).isSubset(of: none))
    #expect(
      perform([Self.basic], [Self.unnoticed, Self.padding]) { $0.endsEarly = true }.vacuous == some)
    #expect(perform([Self.basic], [Self.padding]) { $0.findsVacuousChecks = false }.vacuous == nil)
    // The status is for the vacuous checks alone.
    #expect(perform([Self.basic], [Self.padding]).status == .failures)
  }

  @Test("A check of one case is the same check in another")
  func unit() throws {
    let two = Self.basic.replacing(
      "requirements: [R053]", with: "requirements: [R053]\nmatrix: { method: [GET, POST] }"
    ).replacing("{ path: /report }", with: "{ method: \"${method}\", path: /report }")
    let result = perform([two], [Self.padding])
    #expect(result.cases == 2)
    #expect(result.checks == perform([Self.basic], [Self.padding]).checks)
  }

  @Test("Cases that name the requirement come first, and end with the check that names it")
  func order() {
    let other = Self.basic.replacing("requirements: [R053]", with: "requirements: [R001]")
    let first = perform([other, Self.basic], [Self.padding]) {
      $0.endsEarly = true
      $0.findsVacuousChecks = false
    }
    #expect(first.outcomes.first?.played == 1)
    #expect(first.outcomes.first?.objections.first?.scenario == "tiny/1")
    #expect(perform([other, Self.basic], [Self.padding]).outcomes.first?.played == 2)
  }

  @Test("A check that is broken without a fault kills none, and is reported")
  func brokenReference() {
    let result = perform([Self.basic], [Self.unnoticed], always: [.base64WithoutPadding])
    #expect(result.referenceFailures == ["tiny/0"])
    #expect(result.killed == 0)
    #expect(result.status == .failures)
  }

  /// The server's 401 has no challenge.
  static let bare = basic.replacing(
    "- { protect: first }", with: "- { reply: 401 }"
  ).replacing(
    """
    - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: 200 }
    """,
    with: """
      - { credentials: none, replied: 401 }
            client: { status: 401 }
      """)

  @Test("Time that runs out kills only a fault that hangs, by a check of its requirement")
  func time() {
    let waiting = Self.bare.replacing("[R053]", with: "[R024]")
    func outcome(_ text: String, hangs: Bool) -> TrialOutcome? {
      let result = perform([text], [Self.silent(hangs: hangs)]) {
        $0.timeout = 100
      }
      #expect(result.referenceFailures.isEmpty)
      return result.outcomes.first
    }
    let killed = outcome(waiting, hangs: true)
    #expect(killed?.objections.contains { $0.check == "1.client.outcome" } == true)
    #expect(killed?.isProperlyKilled == true)
    // A hanging client also breaks checks of other requirements, which shows nothing.
    let other = outcome(Self.bare, hangs: true)
    #expect(other?.objections.contains { $0.check == "1.client.outcome" } == false)
    let stalled = outcome(waiting, hangs: false)
    #expect(stalled?.hasSurvived == true)
    #expect(stalled?.stalled == ["tiny/0"])
  }

  /// The server takes its time for each of its challenges, whose nonce is empty.
  static let slow = basic.replacing("[R053]", with: "[R026]").replacing(
    "{ scheme: Basic, realm: there }", with: "{ header: 'Digest realm=\"there\", nonce=\"\"' }"
  ).replacing("- { protect: first }", with: "- { reply: challenge, with: first, delay: 5 }")
    .replacing(
      """
      - { credentials: valid, replied: 200 }
            client: { status: 200 }
      """,
      with: """
        - { scheme: Digest, replied: challenge, optional: true }
              client: { status: 401 }
        """)

  @Test("A loop that is too slow to be noticed in the usual time is played with more time")
  func slowLoop() {
    let fault = ClientChange(
      .fault(hangs: true), Fault.Name.emptyNonceLoops.rawValue, "It answers it without limit.",
      source: "R026")
    let result = perform([Self.slow], [fault]) { $0.timeout = 300 }
    #expect(result.referenceFailures.isEmpty)
    #expect(result.outcomes.first?.isProperlyKilled == true)
  }

  @Test("Where it is quick a scenario is played on until its checks are tripped, witnesses first")
  func quick() throws {
    // The case that names the requirement is played first; the checks of the other scenario must
    // still be tripped.
    let other = Self.basic.replacing("requirements: [R053]", with: "requirements: [R001]")
    var stages: Set<TrialProgress.Stage> = []
    let result = perform([other, Self.basic], [Self.padding]) {
      $0.endsEarly = true
    } report: {
      stages.insert($0.stage)
    }
    #expect(stages == [.unchanged, .changes, .checks])
    #expect(Set(result.outcomes.first?.objections.map(\.scenario) ?? []) == ["tiny/0", "tiny/1"])
    #expect(result.outcomes.first?.played == 2)
    let whole = perform([other, Self.basic], [Self.padding])
    #expect(result.vacuous == whole.vacuous)
    #expect(result.checks == whole.checks)
    let witnesses = whole.witnesses
    #expect(Set(witnesses.map(\.played)) == ["tiny/0", "tiny/1"])
    stages = []
    let led = perform([other, Self.basic], [Self.padding]) {
      $0.endsEarly = true
      $0.witnesses = witnesses + [Witness(change: "gone", played: "tiny/9")]
    } report: {
      stages.insert($0.stage)
    }
    #expect(Set(led.outcomes.first?.objections.map(\.scenario) ?? []) == ["tiny/0", "tiny/1"])
    #expect(led.outcomes.first?.played == 2)
    #expect(led.vacuous == whole.vacuous)
  }

  @Test("After an interruption a fault that was not played to its end has not survived")
  func interrupted() {
    let early = Interruption()
    early.raise()
    let nothing = perform([Self.basic], [Self.unnoticed, Self.padding], interruption: early)
    #expect(nothing.status == .interrupted)
    #expect(nothing.outcomes.isEmpty)
    #expect(nothing.vacuous == nil)

    let ways = (0..<2000).map { "w\($0)" }.joined(separator: ", ")
    let many = Self.basic.replacing(
      "requirements: [R053]", with: "requirements: [R053]\nmatrix: { way: [\(ways)] }"
    ).replacing("realm: there", with: "realm: \"${way}\"")
    let hidden = ClientChange(
      .fault(hangs: false), Fault.Name.queryLeftOut.rawValue, "It drops the query.", source: "R038")
    let asked = many.replacing("path: /report", with: "path: \"/report?page=1\"")
    let late = Interruption()
    let some = perform([asked], [hidden], interruption: late) {
      $0.jobs = 1
    } report: {
      if $0.stage == .changes, $0.played > 0, $0.changes == 0 { late.raise() }
    }
    #expect(some.status == .interrupted)
    #expect(some.survivors.isEmpty)
    #expect(some.unfinished.map(\.change) == [hidden])
  }

  @Test("It reports its progress to the end")
  func progress() {
    var last: TrialProgress?
    var stages: [TrialProgress.Stage] = []
    _ = perform([Self.basic], [Self.unnoticed, Self.padding]) {
      $0.jobs = 1
    } report: {
      if stages.last != $0.stage { stages.append($0.stage) }
      last = $0
    }
    #expect(stages == [.unchanged, .changes])
    #expect(last?.played == 1)
    #expect(last?.planned == 1)
    #expect(last?.changes == 2)
    #expect(last?.survivors == 1)
  }

  @Test("Without a case nothing ran")
  func nothing() {
    let result = perform([], [Self.padding])
    #expect(result.status == .nothingRan)
    #expect(result.cases == 0)
  }
}
