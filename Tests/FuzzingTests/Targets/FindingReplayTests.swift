import Playing
import HTTPAuth
import Scenarios
@testable import Fuzzing
import Testing

/// A target that objects to what it is told to.
final class ScriptedTarget: FuzzTarget {
  private let hits: [String: OracleFailure.Cause]
  private(set) var shown = 0

  /// Objects to an input whose text begins with one of these.
  init(_ hits: [String: OracleFailure.Cause]) { self.hits = hits }

  func observe(_ input: FuzzInput, lookingFor cause: OracleFailure.Cause?) -> TargetObservation {
    shown += 1
    let text = "\(input.text)"
    var signature = Signature()
    signature.note(hits.keys.filter { text.contains($0) }.sorted().joined())
    return TargetObservation(
      signature: signature,
      hits: hits.filter { text.contains($0.key) }.map {
        OracleFailure(cause: $0.value, isGrave: true, expected: "nothing", observed: $0.key)
      })
  }

  func evidence(of finding: FuzzFinding) -> FindingEvidence? { nil }
  func stop() {}
}

@Suite("A finding that is played again")
struct FindingReplayTests {
  private let cause = OracleFailure.Cause(oracle: "echo", place: "here")

  private func finding(isStable: Bool = true) -> FuzzFinding {
    let input = FuzzInput(challenges: ["Basic"])
    return FuzzFinding(
      hit: OracleFailure(cause: cause, isGrave: true, expected: "", observed: ""), traits: [],
      input: input,
      original: input, run: 0, isStable: isStable)
  }

  @Test("is still there where the same oracle objects to the same place")
  func still() {
    guard case .isStillThere = FindingReplay(finding(), ScriptedTarget(["Basic": cause])) else {
      Issue.record("not still there")
      return
    }
  }

  @Test("is different where something else is wrong, and fixed where nothing is")
  func others() {
    let other = OracleFailure.Cause(oracle: "echo", place: "there")
    guard case .isDifferent(let hit) = FindingReplay(finding(), ScriptedTarget(["Basic": other]))
    else {
      Issue.record("not different")
      return
    }
    #expect(hit.cause == other)
    #expect(FindingReplay(finding(), ScriptedTarget(["Digest": other])) == .isFixed)
  }

  @Test("is shown more often where it was not there again at once when it was found")
  func unstable() {
    let target = ScriptedTarget([:])
    #expect(FindingReplay(finding(isStable: false), target) == .isFixed)
    #expect(target.shown > 5)
  }
}

@Suite("A corpus that is made small")
struct CorpusSelectionTests {
  @Test("has the shortest input of each behaviour, in the same order whatever it was given in")
  func shortest() {
    let cause = OracleFailure.Cause(oracle: "a", place: "")
    let selection = CorpusSelection { ScriptedTarget(["Basic": cause, "Digest": cause]) }
    let inputs = ["Basic realm=long", "Basic a", "Digest", "Digest realm=a", "Other"].map {
      FuzzInput(challenges: [$0])
    }
    let wanted = ["Other", "Digest", "Basic a"].map { FuzzInput(challenges: [$0]) }
    for order in [inputs, inputs.reversed()] {
      let kept = selection.select(order, interruption: .init()) { _, _ in }
      #expect(kept == wanted)
    }
  }
}
