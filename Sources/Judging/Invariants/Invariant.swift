import Scenarios
import Transcripts

/// A rule of soundness that is watched in every case, whatever its scenario expects.
final class Invariant: Sendable {
  /// What it is about.
  let descriptor: CheckDescriptor
  private let level: Level
  private let find: @Sendable (Evidence) -> Outcome

  /// An invariant of that name.
  init(
    _ name: String, _ title: String, level: Level = .robust, requirements: [String],
    find: @escaping @Sendable (Evidence) -> Outcome
  ) {
    descriptor = CheckDescriptor(
      id: "invariant.\(name)", title: title, level: level, requirements: requirements)
    self.level = level
    self.find = find
  }

  /// The check; `nil` if its subject never came up, so that nothing passes for want of a subject.
  func examine(_ evidence: Evidence) -> Check? {
    switch find(evidence) {
    case .noSubject: nil
    case .held: Check(descriptor, .pass)
    case .broken(let finding):
      Check(descriptor, Verdict(breaking: finding.rule?.level ?? level), finding)
    case .ended(let verdict, let finding): Check(descriptor, verdict, finding)
    }
  }

  /// What an examination comes to.
  enum Outcome {
    /// What it is about never came up.
    case noSubject
    /// It held.
    case held
    /// It was broken: the finding tells which of its rules, where it has more than one.
    case broken(Finding)
    /// It was broken in a way that has a verdict of its own.
    case ended(Verdict, Finding)
  }
}

extension CheckDescriptor {
  /// What the invariants are about, in the order they are reported.
  package static var ofInvariants: [CheckDescriptor] { Invariants.all.map(\.descriptor) }
  /// The invariant that a client neither crashes nor hangs.
  package static var clientIsSound: CheckDescriptor { Invariants.clientIsSound.descriptor }
}

/// The invariants, in the order they are reported.
enum Invariants {
  static let all: [Invariant] = [
    secretsStay, clearOnlyWhereOffered, nonceStays, wellFormed, bareTokens, nonceCount, clientNonce,
    sessionKey, proxySeparation, echo, nothingInjected, bounded, rejectedNotRepeated,
    asksOnlyWhenAllowed, clientIsSound,
  ]
}
