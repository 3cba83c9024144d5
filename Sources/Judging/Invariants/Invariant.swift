// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// A rule that is checked in every case, whatever its scenario expects.
final class Invariant: Sendable {
  let descriptor: CheckDescriptor
  private let level: Level
  private let find: @Sendable (AnalyzedTranscript) -> Outcome

  init(
    _ name: InvariantName, _ title: String, level: Level = .robust, requirements: [String],
    find: @escaping @Sendable (AnalyzedTranscript) -> Outcome
  ) {
    descriptor = CheckDescriptor(
      id: name.check, kind: .invariant(name), title: title, level: level,
      requirements: requirements)
    self.level = level
    self.find = find
  }

  /// Returns the check; `nil` if its subject did not occur, since nothing passes without a subject.
  func examine(_ evidence: AnalyzedTranscript) -> Check? {
    switch find(evidence) {
    case .noSubject: nil
    case .held: Check(descriptor, .pass)
    case .broken(let finding):
      Check(descriptor, Verdict(breaking: finding.rule?.level ?? level), finding)
    case .ended(let verdict, let finding): Check(descriptor, verdict, finding)
    }
  }

  /// The outcome of an examination.
  enum Outcome {
    /// Its subject did not occur.
    case noSubject
    /// It held.
    case held
    /// It was broken. If it has more than one rule, the finding names the one that was broken.
    case broken(Finding)
    /// It was broken in a way that has a verdict of its own.
    case ended(Verdict, Finding)

    static func broken(
      expected: String, observed: String, diagnosis: String? = nil, exchange: Int? = nil,
      rule: BrokenRule? = nil
    ) -> Outcome {
      .broken(
        Finding(
          expected: expected, observed: observed, diagnosis: diagnosis, exchange: exchange,
          rule: rule))
    }
  }
}

extension AnalyzedTranscript {
  /// Examines the credentials that the client itself made, in order, up to the first that break a
  /// rule. `examine` returns `.noSubject` for credentials that the rule is not about.
  func examineCredentials(
    _ examine: (SentCredentials) -> Invariant.Outcome
  ) -> Invariant.Outcome {
    var result = Invariant.Outcome.noSubject
    for sent in sent where !sent.isCallers {
      let outcome = examine(sent)
      switch outcome {
      case .noSubject: continue
      case .held: result = outcome
      case .broken, .ended: return outcome
      }
    }
    return result
  }
}

extension CheckDescriptor {
  /// The checks of the invariants, in the order in which they are reported.
  package static var ofInvariants: [CheckDescriptor] { Invariants.all.map(\.descriptor) }
  /// The check that a client neither crashes nor hangs.
  package static var clientIsSound: CheckDescriptor { Invariants.clientIsSound.descriptor }
}

/// The invariants, in the order in which they are reported.
package enum Invariants {
  /// The requirements that they are about.
  package static let requirements = Set(all.flatMap(\.descriptor.requirements))

  static let all: [Invariant] = [
    secretsStay, userInformation, clearOnlyWhereOffered, nonceStays, wellFormed, bareTokens,
    nonceCount, clientNonce,
    sessionKey, proxySeparation, secured, certificateStays, connectionLoginStays, echo,
    nothingInjected, bounded, rejectedNotRepeated, asksOnlyWhenAllowed, webSocketRules,
    storePrivate,
    clientIsSound,
  ]
}
