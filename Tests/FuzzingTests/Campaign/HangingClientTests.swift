// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Scenarios
import Transcripts
@testable import Fuzzing
import Synchronization
import TestThreads
import Testing

/// The number of requests.
private final class RequestCount: Sendable {
  private let count = Mutex(0)

  func add() { count.withLock { $0 += 1 } }

  /// The number of requests since the last call.
  func take() -> Int {
    count.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}

/// A client that never ends a request, and claims to be in another process.
private final class HangingClient: ClientUnderTest {
  weak var observer: (any ClientObserver)?
  let identity = ClientIdentity(name: "hanging", version: "1", abilities: ["basic", "digest"])
  let place = ClientPlace.elsewhere
  private let requests: RequestCount

  init(_ requests: RequestCount) { self.requests = requests }

  func open(_ session: ClientSession) -> ClientTrouble? { nil }
  func change(_ session: ClientSession) -> ClientTrouble? { nil }
  func start(_ request: ClientRequest, number: Int) { requests.add() }
  func abandon(_ number: Int) -> String { "" }
  func close() -> ClientTrouble? { nil }
}

/// A target that times out on long inputs.
private final class LongTarget: FuzzTarget {
  private let signature: FailureSignature
  private(set) var waits = 0

  init(_ signature: FailureSignature) { self.signature = signature }

  func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?) -> TargetObservation {
    guard input.text.count > 150 else {
      return TargetObservation(behaviour: BehaviourHash(), failures: [])
    }
    waits += 1
    let failure = OracleFailure(signature: self.signature, expected: "an end", observed: "none")
    return TargetObservation(behaviour: BehaviourHash(), failures: [failure])
  }

  func evidence(of finding: FuzzFinding) -> FindingEvidence? { nil }
  func stop() {}
}

@Suite("A client that hangs", .onOwnThreads)
struct HangingClientTests {
  @Test("is played twice until it hung four times, and is not measured")
  func time() {
    let requests = RequestCount()
    let target = ClientTarget(timeout: 20) { _ in HangingClient(requests) }
    defer { target.stop() }
    let shown = (1...6).map { number in
      let input = FuzzInput(challenges: [Octets("Basic realm=\"\(number)\"")])
      let failures = target.observe(input, lookingFor: nil).failures
      #expect(failures.map(\.signature.symptoms) == [[Symptom(.hung)]])
      return requests.take()
    }
    #expect(shown == [2, 2, 2, 2, 1, 1])
  }

  @Test("times out only a few times while an input is minimised")
  func timeouts() {
    let signature = FailureSignature(.clientIsSound, [Symptom(.hung)])
    let target = LongTarget(signature)
    let parameters = (0..<40).map { "p\($0)=\"value \($0 * $0)\"" }.joined(separator: ", ")
    let input = FuzzInput(challenges: [Octets("Digest \(parameters)")])
    var deduplicator = FindingDeduplicator(known: [])
    let found = deduplicator.triage(
      PendingTriage(
        failures: target.observe(input, lookingFor: nil).failures, input: input,
        features: InputTrees(input).features, run: 1),
      target, unless: { false })
    #expect(found.map(\.failure.signature) == [signature])
    #expect(found.allSatisfy { $0.input.text.count < input.text.count })
    // One at first, two that confirm it, eight of the minimiser, one at the end, and some for the
    // features that are left.
    #expect(target.waits <= 16)
  }

  @Test("is reported once; wrong credentials before that are reported as well")
  func once() {
    func failure(_ oracle: Oracle, _ symptoms: Symptom...) -> OracleFailure {
      OracleFailure(signature: FailureSignature(oracle, symptoms), expected: "", observed: "")
    }
    let hung = failure(.clientIsSound, Symptom(.hung))
    let wrong = failure(.answer, Symptom(.hung), Symptom(.invalidCredentials, "digest qopUnasked"))
    #expect(
      OracleFailure.weightiest([
        failure(.answer, Symptom(.hung), Symptom(.noCredentials)), hung, wrong,
      ]) == [hung, wrong])
    let silent = [
      failure(.answer, Symptom(.noCredentials)),
      failure(.noAnswer, Symptom(.invalidCredentials, "digest realmChanged")),
    ]
    #expect(Set(OracleFailure.weightiest(silent)) == Set(silent))
  }
}
