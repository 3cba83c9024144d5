// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Playing
import Scenarios
import Transcripts
@testable import Fuzzing
import Synchronization
import TestThreads
import Testing

/// A target with the same failure for some inputs, whatever the cause.
private final class UniformTarget: FuzzTarget {
  private let signature: FailureSignature
  private let milliseconds: Int
  private let isWrong: (FuzzInput) -> Bool

  init(
    _ signature: FailureSignature, milliseconds: Int = 0,
    where isWrong: @escaping (FuzzInput) -> Bool
  ) {
    self.signature = signature
    self.milliseconds = milliseconds
    self.isWrong = isWrong
  }

  func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?) -> TargetObservation {
    let end = Instant.now.advanced(byMilliseconds: milliseconds)
    while Instant.now < end {}
    let failure = OracleFailure(
      signature: self.signature, expected: "something", observed: "nothing")
    return TargetObservation(behaviour: BehaviourHash(), failures: isWrong(input) ? [failure] : [])
  }

  func evidence(of finding: FuzzFinding) -> FindingEvidence? { nil }
  func stop() {}
}

@Suite("Triage", .onOwnThreads)
struct TriageTests {
  private static let silence = FailureSignature(.answer)

  /// `true` for a complete Basic challenge beside a Digest challenge that cannot be answered.
  private static func hidesBasic(_ input: FuzzInput) -> Bool {
    let challenges = input.replies.flatMap { $0.challengeLines }
      .flatMap { ChallengeList(parsing: $0).challenges }
    let isBroken = challenges.contains {
      $0.scheme.matches("Digest")
        && ($0.value(of: "nonce") == nil || $0.value(of: "realm") == nil
          || $0.value(of: "algorithm").map { DigestAlgorithm($0) == nil } ?? false)
    }
    return isBroken
      && challenges.contains { $0.scheme.matches("Basic") && $0.value(of: "realm") != nil }
  }

  @Test(
    "Two causes are two findings, even if the client reacts alike",
    arguments: [1, 3, 4] as [UInt64])
  func reasons(seed: UInt64) {
    var options = CampaignOptions()
    options.seed = seed
    options.runs = 800
    let campaign = Campaign(options: options, scope: .all, seeds: []) {
      UniformTarget(Self.silence, where: Self.hidesBasic)
    }
    let features = campaign.perform(interruption: Interruption()) { _ in }.findings.map {
      $0.features
    }
    #expect(features.contains { $0.contains(.incomplete) && !$0.contains(.otherAlgorithm) })
    #expect(features.contains { $0.contains(.otherAlgorithm) && !$0.contains(.incomplete) })
  }

  @Test("The same undocumented error is one finding, whatever the input")
  func sameError() {
    let symptoms = [Symptom(.undocumentedError, "KeyError: nonce"), Symptom(.crashed)]
    let findings = symptoms.map { symptom in
      var options = CampaignOptions()
      options.seed = 1
      options.runs = 800
      let campaign = Campaign(options: options, scope: .all, seeds: []) {
        UniformTarget(
          FailureSignature(.clientIsSound, [symptom]), where: Self.hidesBasic)
      }
      return campaign.perform(interruption: Interruption()) { _ in }.findings.count
    }
    #expect(findings[0] == 1)
    // A crash alone does not show its cause.
    #expect(findings[1] > 1)
  }

  @Test(
    "Several challenges explain wrong credentials, but not missing ones",
    arguments: [
      (Symptom(.invalidCredentials, "digest realmChanged"), 0), (Symptom(.noCredentials), 1),
    ])
  func silence(symptom: Symptom, findings: Int) {
    let pair = FuzzInput(
      challenges: ["Digest realm=a,nonce=b,algorithm=c,qop=auth,Basic realm=d"])
    let known = FuzzFinding(
      failure: OracleFailure(
        signature: FailureSignature(
          .answer, [Symptom(.invalidCredentials, "digest qopDropped")]),
        expected: "", observed: ""),
      features: [.severalChallenges], input: pair, original: pair, run: 0, isStable: true)
    var deduplicator = FindingDeduplicator(known: [known])
    let target = UniformTarget(FailureSignature(.answer, [symptom])) {
      "\($0.text)".contains("algorithm=c") && Self.hidesBasic($0)
    }
    let found = deduplicator.triage(
      PendingTriage(
        failures: target.observe(pair, lookingFor: nil).failures, input: pair,
        features: InputTrees(pair).features, run: 1),
      target, unless: { false })
    #expect(found.count == findings)
    #expect(found.allSatisfy { $0.features.contains(.otherAlgorithm) })
  }

  @Test("A symptom of several requests is reported once")
  func place() throws {
    let target = ClientTarget(timeout: 1_000) { _ in FailingClient() }
    defer { target.stop() }
    let input = FuzzInput(
      text: "WWW-Authenticate: Digest\n\n:again\nWWW-Authenticate: Digest\n")
    #expect(input.requests.count == 2)
    let failures = target.observe(input, lookingFor: nil).failures
    let failure = try #require(failures.first { $0.signature.oracle == .clientIsSound })
    #expect(failure.signature.symptoms == [Symptom(.undocumentedError, "KeyError: realm")])
    #expect(failure.signature.namesError)
  }

  @Test("of apparent slowness does not change when other failures are triaged")
  func falseAlarms() {
    /// The findings, each with the number of inputs played before it.
    func findings(seemsSlow: Bool) -> [(finding: FuzzFinding, inputs: Int)] {
      var options = CampaignOptions()
      options.seed = 3
      options.runs = 2_000
      let shown = Atomic(0)
      let campaign = Campaign(options: options, scope: .all, seeds: []) {
        BusyTarget(seemsSlow: seemsSlow) { shown.add(1, ordering: .relaxed) }
      }
      var found: [(FuzzFinding, Int)] = []
      campaign.perform(interruption: Interruption()) { event in
        if case .found(let finding, _) = event {
          found.append((finding, shown.load(ordering: .relaxed)))
        }
      }
      return found
    }
    let undisturbed = findings(seemsSlow: false)
    #expect(undisturbed.contains { $0.inputs > 16 })
    let disturbed = findings(seemsSlow: true)
    #expect(disturbed.map(\.finding) == undisturbed.map(\.finding))
    #expect(disturbed.map(\.inputs) == undisturbed.map(\.inputs))
  }

  @Test("ends when the time is up, and pending inputs stay suspected")
  func time() {
    var options = CampaignOptions()
    options.seed = 5
    options.seconds = 0.5
    let campaign = Campaign(options: options, scope: .all, seeds: []) {
      UniformTarget(Self.silence, milliseconds: 20, where: { $0.text.count > 10 })
    }
    var (suspected, settled) = (0, 0)
    let summary = campaign.perform(interruption: Interruption()) { event in
      switch event {
      case .suspected: suspected += 1
      case .settled: settled += 1
      default: break
      }
    }
    // Minimising all of them would take minutes.
    #expect(summary.progress.elapsed < 10_000_000_000)
    #expect(suspected > settled)
  }

  @Test("begins with crashes")
  func crashFirst() {
    var options = CampaignOptions()
    options.runs = 16
    let seeds =
      (0..<15).map { FuzzInput(challenges: [Octets("Basic realm=\"\($0)\"")]) }
      + [FuzzInput(challenges: ["Digest realm=\"a\""])]
    let campaign = Campaign(options: options, scope: .all, seeds: seeds) { CrashingTarget() }
    var found: [Oracle] = []
    campaign.perform(interruption: Interruption()) { event in
      if case .found(let finding, _) = event { found.append(finding.failure.signature.oracle) }
    }
    #expect(found == [.clientIsSound, .answer])
  }
}

/// A target with a failure for each of some words in an input. If it seems slow, it seems so with
/// each input once, but never a second time.
private final class BusyTarget: FuzzTarget {
  private let seemsSlow: Bool
  /// Called for each input of the campaign, but not for those of a triage.
  private let isShown: () -> Void

  init(seemsSlow: Bool, isShown: @escaping () -> Void) {
    self.seemsSlow = seemsSlow
    self.isShown = isShown
  }

  func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?) -> TargetObservation {
    if signature == nil { isShown() }
    let lines = input.replies.flatMap(\.challengeLines)
    var failures: [OracleFailure] = []
    for word in ["Basic", "Digest", "nonce", "algorithm", "qop", "opaque", "stale", "charset"]
    where lines.contains(where: { "\($0)".contains(word) }) {
      failures.append(
        OracleFailure(
          signature: FailureSignature(.answer, [Symptom(.invalidCredentials, word)]),
          expected: "something", observed: "nothing"))
    }
    if signature == nil, seemsSlow {
      failures.append(OracleFailure(signature: FailureSignature(.slow), expected: "", observed: ""))
    }
    return TargetObservation(behaviour: BehaviourHash(), failures: failures)
  }

  func evidence(of finding: FuzzFinding) -> FindingEvidence? { nil }
  func stop() {}
}

/// A target that answers Basic wrongly and crashes at Digest.
private final class CrashingTarget: FuzzTarget {
  func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?) -> TargetObservation {
    let isDigest = input.text.contains("Digest")
    let oracle = isDigest ? Oracle.clientIsSound : .answer
    let isWrong = isDigest || input.text.contains("Basic")
    let failure = OracleFailure(
      signature: FailureSignature(oracle, isDigest ? [Symptom(.crashed, "x")] : []),
      expected: "something", observed: "nothing")
    return TargetObservation(behaviour: BehaviourHash(), failures: isWrong ? [failure] : [])
  }

  func evidence(of finding: FuzzFinding) -> FindingEvidence? { nil }
  func stop() {}
}

/// A client that makes no requests, and reports an undocumented error for each.
private final class FailingClient: ClientUnderTest {
  weak var observer: (any ClientObserver)?
  let identity = ClientIdentity(name: "failing", version: "1", abilities: ["basic", "digest"])

  func open(_ session: ClientSession) -> ClientTrouble? { nil }
  func change(_ session: ClientSession) -> ClientTrouble? { nil }
  func start(_ request: ClientRequest, number: Int) {
    let failure = ClientFailure(kind: .internal, message: "Traceback\nKeyError: 'realm'")
    observer?.client(finished: number, .failure(failure))
  }
  func abandon(_ number: Int) -> String { "" }
  func close() -> ClientTrouble? { nil }
}
