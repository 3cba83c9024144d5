// SPDX-License-Identifier: Apache-2.0

import Playing
import Transcripts

/// Several clients as one target, which fails if they understand a refusal differently.
///
/// It does not decide who is right. The failure quotes the grammar's reading beside the clients'.
package final class DisagreementTarget: FuzzTarget {
  /// A client, and its name in findings.
  package typealias Member = (name: String, target: ClientTarget)

  private let members: [Member]
  private let abilities: Set<String>

  /// Clients that all claim these abilities. Inputs that need others are not played.
  package init(_ members: [Member], abilities: Set<String>) {
    self.members = members
    self.abilities = abilities
  }

  /// Plays an input to all clients, and groups them by how they understood it.
  package func observe(_ input: FuzzInput, lookingFor signature: FailureSignature?)
    -> TargetObservation
  {
    guard members.allSatisfy({ $0.target.carries(input) }) else { return .skipped }
    var behaviour = BehaviourHash()
    var groups: [(understanding: Understanding, names: String)] = []
    for member in members {
      let (understanding, own) = member.target.understanding(of: input)
      behaviour.add(Int(truncatingIfNeeded: own.bits))
      if let place = groups.firstIndex(where: { $0.understanding == understanding }) {
        groups[place].names += ", \(member.name)"
      } else {
        groups.append((understanding, member.name))
      }
    }
    var observation = TargetObservation(
      behaviour: behaviour, failures: [], examined: [.disagreement])
    guard groups.count > 1 else { return observation }
    let reading = GrammarReading(input, abilities: abilities)
    observation.failures = [
      OracleFailure(
        signature: FailureSignature(
          .disagreement, groups.map { $0.understanding.symptom(of: $0.names) }),
        isGrave: reading.isClear, expected: "one understanding, \(reading.words)",
        observed: groups.map { "\($0.names): \($0.understanding.words)" }
          .joined(separator: "; "))
    ]
    return observation
  }

  /// The scenario of a finding, and its play to the first client.
  package func evidence(of finding: FuzzFinding) -> FindingEvidence? {
    members.first?.target.evidence(of: finding)
  }

  package func stop() { for member in members { member.target.stop() } }
}

extension ClientTarget {
  /// How the client understands the first refusal of an input, and a hash of all that it does.
  func understanding(of input: FuzzInput) -> (Understanding, BehaviourHash) {
    let played = playedAgain(insteadOf: play(input))
    let name = input.firstToRefuse.rawValue
    let place = played.plan.servers.firstIndex { $0.name == name } ?? 0
    let (transcript, requests) = (played.transcript, played.requests)
    return (
      Understanding(transcript, requests, server: place),
      BehaviourHash(transcript, requests, [])
    )
  }
}
