import Transcripts
import Playing

/// Several clients as one target: it objects where they do not understand a refusal alike.
///
/// Who is right is not its question; the grammar's own reading stands beside what they did.
package final class DisagreementTarget: FuzzTarget {
  /// The oracle that objects.
  static let oracle = "disagreement"

  /// A client, by the name that findings call it.
  package struct Member {
    /// Its name.
    package let name: String
    /// The client.
    package let target: ClientTarget

    /// A client of that name.
    package init(name: String, target: ClientTarget) {
      self.name = name
      self.target = target
    }
  }

  private let members: [Member]
  private let abilities: Set<String>

  /// Clients that all claim these abilities, and are shown nothing that takes others.
  package init(_ members: [Member], abilities: Set<String>) {
    self.members = members
    self.abilities = abilities
  }

  /// Shows an input to all, and groups them by what they understood.
  package func observe(_ input: FuzzInput, lookingFor cause: OracleFailure.Cause?)
    -> TargetObservation
  {
    var signature = Signature()
    var groups: [(understanding: Understanding, names: [String])] = []
    for member in members {
      let (understanding, own) = member.target.understanding(of: input)
      signature.note(Int(truncatingIfNeeded: own.bits))
      if let place = groups.firstIndex(where: { $0.understanding == understanding }) {
        groups[place].names.append(member.name)
      } else {
        groups.append((understanding, [member.name]))
      }
    }
    let examined = OracleSet(DisagreementTarget.oracle)
    guard groups.count > 1 else {
      return TargetObservation(signature: signature, hits: [], examined: examined)
    }
    let reading = GrammarReading(input, abilities: abilities)
    func told(_ words: (Understanding) -> String) -> String {
      groups.map { "\($0.names.joined(separator: ", ")): \(words($0.understanding))" }
        .joined(separator: "; ")
    }
    let hit = OracleFailure(
      cause: OracleFailure.Cause(oracle: DisagreementTarget.oracle, place: told(\.kind)),
      isGrave: reading.isClear, expected: "one understanding, \(reading.words)",
      observed: told(\.words))
    return TargetObservation(signature: signature, hits: [hit], examined: examined)
  }

  /// The scenario of a finding, and a play of it to the first client.
  package func evidence(of finding: FuzzFinding) -> FindingEvidence? {
    members.first?.target.evidence(of: finding)
  }

  /// Closes all servers.
  package func stop() { for member in members { member.target.stop() } }
}

extension ClientTarget {
  /// What the client makes of the first refusal of an input, and all that it does with it.
  func understanding(of input: FuzzInput) -> (Understanding, Signature) {
    let played = playedAgain(insteadOf: play(input))
    let name = input.firstToRefuse.rawValue
    let place = played.plan.servers.firstIndex { $0.name == name } ?? 0
    let (play, requests) = (played.transcript, played.requests)
    return (Understanding(play, requests, server: place), Signature(play, requests, []))
  }
}
