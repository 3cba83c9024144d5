// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

extension StepJudge {
  /// A broken check. It quotes the requirement whose sentence is about what was observed: that of
  /// the expectation, or else the first such one of the scenario. Without one it claims that no
  /// specification was violated.
  ///
  /// `evidence` is `nil` if something expected did not happen.
  func broken(
    _ descriptor: CheckDescriptor, _ finding: Finding, _ evidence: Evidence?
  ) -> Check {
    var finding = finding
    finding.rule = rule(descriptor, evidence, in: finding.exchange)
    return Check(descriptor, Verdict(breaking: descriptor.level), finding)
  }

  /// The rule that `evidence` shows to be broken; `nil` for that of the check itself.
  ///
  /// What a step does as a whole can differ from the expected for many reasons. Its checks show a
  /// requirement of the scenario only if the requirement lists what shows it; otherwise it is their
  /// topic.
  func rule(
    _ descriptor: CheckDescriptor, _ evidence: Evidence?, in exchange: Int?
  ) -> BrokenRule? {
    let scenario = self.evidence.expectations.played.scenario
    let none = BrokenRule(nil, .robust).limited(to: descriptor.level)
    guard let evidence else { return none }
    guard let own = descriptor.requirements.first else { return nil }
    let isInherited = own == scenario.requirements.first
    let named = scenario.rules.filter {
      $0.id == own || isInherited && scenario.requirements.contains($0.id)
    }
    // Without a list of requirements a scenario's own word counts.
    guard !named.isEmpty else { return nil }
    let fitting = named.first { $0.evidence?.contains(evidence) ?? ($0.id == own) }
    // R041 is about what goes along with a redirect, R051 about what answers its target's challenge.
    if fitting?.id == "R041", let exchange,
      self.evidence.hasAsked(self.evidence.exchanges[exchange].server, before: exchange)
    {
      return BrokenRule("R051", .robust).limited(to: descriptor.level)
    }
    return fitting.map { requirement in
      BrokenRule(
        requirement.id, descriptor.level.claimed(by: requirement.level),
        isTopic: requirement.evidence == nil && isInherited && descriptor.kind.isOfWholeStep)
    } ?? none
  }
}

extension CheckKind {
  /// `true` if it compares all requests, handshakes or reports of a step with the expected ones.
  fileprivate var isOfWholeStep: Bool {
    switch self {
    case .exchanges, .handshakes, .outcome, .response, .alternatives, .questions: true
    case .repeats, .detail, .prohibition, .order, .question, .stored, .observation, .invariant:
      false
    }
  }
}

extension Level {
  /// What a check of this level claims where it quotes a requirement of that level: no MUST or
  /// SHOULD that the requirement does not have.
  fileprivate func claimed(by requirement: Level) -> Level {
    switch (self, requirement) {
    case (.must, .must), (.should, .must), (.should, .should): self
    case (.must, _), (.should, _): .robust
    case (.robust, _), (.may, _), (.note, _): self
    }
  }
}

extension Deviation {
  /// What a request that differs from the expected one shows; `nil` if something is missing.
  var evidence: Evidence? {
    switch self {
    case .neverSent, .redirectNotFollowed, .stopped: nil
    case .serverRefused: .serverRefused
    case .challengeUnanswered: .unanswered
    case .needlessRequest, .otherMethod, .otherPath, .otherReply, .userInformationOfLocation:
      .request
    case .needlessLogin, .unexpectedCredentials, .validCredentials, .otherScheme, .otherAccount,
      .otherMessage:
      .credentials
    case .lacksCredentials: .withoutCredentials
    case .invalidCredentials: .invalid
    case .responseForError: .responseForError
    case .serverAccepted, .outdatedVersion: .serverAccepted
    case .noClosureAlert, .otherHandshake: .handshake
    }
  }
}

extension NeverCheck {
  /// What a request shows that is as none may be: its detail, its credentials, or that it came.
  var evidence: Evidence { details.first?.evidence ?? (isOfCredentials ? .credentials : .never) }
}

extension PatternDetail {
  /// What a request with another detail than expected shows.
  var evidence: Evidence { kind.evidence }
}

extension CheckKind.Detail {
  var evidence: Evidence {
    switch self {
    case .target: .target
    case .query: .query
    case .header: .header
    case .body: .body
    case .cookie: .cookie
    case .connection: .connection
    case .tls: .tls
    case .negotiation: .negotiation
    case .version: .version
    case .webSocket: .websocket
    case .ntlm: .ntlm
    case .scram: .scram
    case .dpop: .dpop
    case .digest, .challengeValue: .digest
    case .nonceCount: .nonceCount
    case .credentialsField: .credentialsField
    }
  }
}
