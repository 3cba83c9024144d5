// SPDX-License-Identifier: Apache-2.0

import Playing
import HTTPAuth
import Scenarios
@testable import Fuzzing
import Testing

/// A target with a failure for each input that contains certain texts.
final class ScriptedTarget: FuzzTarget {
  private let failures: [String: FailureSignature]
  private(set) var shown = 0

  /// A target with these failures, by the text of the input.
  init(_ failures: [String: FailureSignature]) { self.failures = failures }

  func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?) -> TargetObservation {
    shown += 1
    let text = "\(input.text)"
    var behaviour = BehaviourHash()
    behaviour.add(failures.keys.filter { text.contains($0) }.sorted().joined())
    return TargetObservation(
      behaviour: behaviour,
      failures: failures.filter { text.contains($0.key) }.map {
        OracleFailure(signature: $0.value, expected: "nothing", observed: $0.key)
      })
  }

  func evidence(of finding: FuzzFinding) -> FindingEvidence? { nil }
  func stop() {}
}

@Suite("A finding that is played again")
struct FindingReplayTests {
  private let signature = FailureSignature(.answer, [Symptom(.noCredentials)])

  private func finding(isStable: Bool = true) -> FuzzFinding {
    let input = FuzzInput(challenges: ["Basic"])
    return FuzzFinding(
      failure: OracleFailure(signature: signature, expected: "", observed: ""), features: [],
      input: input,
      original: input, run: 0, isStable: isStable)
  }

  @Test("is still there if the signature is the same")
  func still() {
    guard case .isStillThere = FindingReplay(finding(), ScriptedTarget(["Basic": signature])) else {
      Issue.record("not still there")
      return
    }
  }

  @Test("is different if another failure is reported, and fixed if none is")
  func others() {
    let other = FailureSignature(.answer, [Symptom(.hung)])
    guard
      case .isDifferent(let failure) = FindingReplay(finding(), ScriptedTarget(["Basic": other]))
    else {
      Issue.record("not different")
      return
    }
    #expect(failure.signature == other)
    #expect(FindingReplay(finding(), ScriptedTarget(["Digest": other])) == .isFixed)
  }

  @Test("is played more often if it was not stable")
  func unstable() {
    let target = ScriptedTarget([:])
    #expect(FindingReplay(finding(isStable: false), target) == .isFixed)
    #expect(target.shown > 5)
  }
}

@Suite("The selection of a corpus")
struct CorpusSelectionTests {
  @Test("has the shortest input of each behaviour, whatever the order of the inputs")
  func shortest() {
    let signature = FailureSignature(.answer)
    let selection = CorpusSelection { ScriptedTarget(["Basic": signature, "Digest": signature]) }
    let inputs = ["Basic realm=long", "Basic a", "Digest", "Digest realm=a", "Other"].map {
      FuzzInput(challenges: [$0])
    }
    let wanted = ["Other", "Digest", "Basic a"].map { FuzzInput(challenges: [$0]) }
    for order in [inputs, inputs.reversed()] {
      let kept = selection.select(order, interruption: .init())
      #expect(kept == wanted)
    }
  }
}
