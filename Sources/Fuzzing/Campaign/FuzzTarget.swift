// SPDX-License-Identifier: Apache-2.0

/// A party that inputs are played to: a client, several clients, or a test's own.
package protocol FuzzTarget: AnyObject {
  /// Plays an input. The same input leads to the same observation, apart from what a client does at
  /// random.
  ///
  /// Oracles that measure time or memory examine only some inputs. The oracle of `signature` always
  /// examines this one.
  func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?) -> TargetObservation
  /// The most inputs that it plays side by side.
  var maxConcurrentInputs: Int { get }
  /// Plays inputs side by side, at most `maxConcurrentInputs`.
  func observe(_ inputs: [FuzzInput]) -> [TargetObservation]
  /// The evidence for a finding; `nil` if its input cannot be played as a case.
  func evidence(of finding: FuzzFinding) -> FindingEvidence?
  /// Closes servers and ends processes.
  func stop()
}

extension FuzzTarget {
  package var maxConcurrentInputs: Int { 1 }
  package func observe(_ inputs: [FuzzInput]) -> [TargetObservation] {
    inputs.map { observe($0, lookingFor: nil) }
  }
}

/// How a target reacted to an input.
package struct TargetObservation: Hashable, Sendable {
  /// A hash of what the target did.
  package var behaviour: BehaviourHash
  /// What is wrong with that.
  package var failures: [OracleFailure]
  /// The oracles that had something to examine.
  package var examined: Set<Oracle> = []
  /// The edges of the target's code that were taken, each with a class of how often; empty if the
  /// target does not count them.
  package var edges: [UInt32] = []
  /// `true` if the input was not played, as the protocol cannot carry it.
  package var isSkipped = false

  /// The observation of an input that is not played.
  static let skipped = {
    var observation = TargetObservation(behaviour: BehaviourHash(), failures: [])
    observation.isSkipped = true
    return observation
  }()
}
