// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Servers
import Transcripts

/// A case made ready to be played: servers with their back ends, rules by server, checks by step.
///
/// Playing does not change it, so one plan serves any number of plays.
package final class CasePlan: Sendable {
  /// The case.
  package var played: Case { expectations.played }
  /// The parts that the judge needs.
  package let expectations: CaseExpectations
  /// Its servers, in the order of the recording.
  package var servers: [ServerConfiguration] { expectations.servers }
  /// Its client gets tickets from a KDC.
  package let usesKDC: Bool
  /// Some server of it speaks TLS.
  package var speaksTLS: Bool { servers.contains { $0.tls != nil } }
  /// A server of it offers Negotiate, or its client has tickets.
  package let usesKerberos: Bool
  /// The findings of servers depend on the time of day.
  let needsClock: Bool
  /// The caller chose the back end of all servers, whatever the scenario says.
  let isBackEndForced: Bool
  /// The reason why it is not played, as a sentence; `nil` if it is played.
  package let skipReason: String?
  /// The replies that a back end cannot play.
  package let problems: [PlanProblem]
  /// Rules by step, then by server.
  let rules: [[[PlannedRule]]]
  /// The rules for handshakes, by step, then by server; empty if there are none.
  let handshakes: [[[HandshakeRule]]]
  /// By step: `true` if one of its rules is limited to a number of times.
  let countsRules: [Bool]
  /// Server names to places in `servers`.
  let indices: [String: Int]
  /// The large bodies that the client is asked to send.
  let largeBodies: [Octets]
  /// The client's settings before the first step.
  let settings: CopyOnWrite<ClientSettings>

  /// Plans a case; `backEnd` forces one for all servers.
  package convenience init(
    _ played: Case, backEnd forced: BackEnd? = nil, skipReason: String? = nil
  ) {
    self.init(CaseSetup(played), steps: played.steps, backEnd: forced, skipReason: skipReason)
  }

  /// Plans a case with the setup of another and these steps. `reader` may have read its challenges
  /// before, and `checklist` may be that of steps with the same expectations.
  package init(
    _ setup: CaseSetup, steps: [Step], backEnd forced: BackEnd? = nil,
    reader: ChallengeListCache = ChallengeListCache(), checklist: Checklist? = nil,
    skipReason: String? = nil
  ) {
    self.skipReason = skipReason
    let steps = CasePlan.withWholeBodies(steps)
    var played = setup.played
    played.steps = steps
    isBackEndForced = forced != nil
    indices = setup.indices
    var servers = setup.servers
    // Only the needed parts of a case and its steps are copied, because they have many.
    let defined = played.servers
    let rules = CasePlan.rules(of: steps, setup, defined, reader)
    self.rules = rules
    handshakes =
      steps.allSatisfy(\.handshakes.isEmpty)
      ? []
      : steps.map { step in defined.map { step.handshakes[$0.name] ?? [] } }
    countsRules = rules.map { $0.joined().contains { $0.times != nil } }
    let offered = servers.indices.map { CasePlan.offered(by: $0, rules) }
    let choice = BackEndChoice(played, rules: rules, servers: servers)
    problems = CasePlan.chooseBackEnds(
      of: &servers, choice, wishes: defined.map { forced ?? $0.backEnd })
    largeBodies = steps.flatMap { step in
      step.requests.compactMap { $0.body?.constant }.filter { $0.count >= CasePlan.large }
    }
    settings = setup.settings
    var current = setup.settings
    let settingsInSteps = steps.indices.map { step in
      if let changed = steps[step].client { current = CopyOnWrite(changed) }
      return current
    }
    usesKDC = ([setup.settings] + settingsInSteps).contains {
      $0.tickets.contains(where: \.isForKDC)
    }
    usesKerberos = played.usesKerberos
    needsClock = played.needs.contains(.dpop)
    let secrets =
      current.isTriviallyIdentical(to: setup.settings) && current.userinfo == nil
      ? setup.secrets : SecretLedger(steps, settingsInSteps, indices: indices)
    expectations = CaseExpectations(
      played, servers: servers, offered: offered, settingsInSteps: settingsInSteps,
      secrets: secrets,
      checklist: checklist)
  }
}

extension CasePlan {
  /// The rules by step and server.
  private static func rules(
    of steps: [Step], _ setup: CaseSetup, _ defined: [ServerDefinition],
    _ reader: ChallengeListCache
  ) -> [[[PlannedRule]]] {
    steps.indices.map { step in
      defined.indices.map { server in
        (steps[step].rules[defined[server].name] ?? defined[server].rules).map { rule in
          PlannedRule(rule, kind: setup.servers[server].kind, setup.renderer, reader)
        }
      }
    }
  }

  /// The schemes that a server offers in any step.
  private static func offered(by server: Int, _ rules: [[[PlannedRule]]]) -> Set<AuthScheme> {
    rules.reduce(into: Set()) { schemes, step in
      for rule in step[server] {
        // Most servers have one rule with challenges.
        if schemes.isEmpty { schemes = rule.schemes } else { schemes.formUnion(rule.schemes) }
      }
    }
  }

  /// Gives each server its back end: that of its wish, if there is one. Returns what cannot be
  /// played.
  private static func chooseBackEnds(
    of servers: inout [ServerConfiguration], _ choice: BackEndChoice, wishes: [BackEnd?]
  ) -> [PlanProblem] {
    var problems: [PlanProblem] = []
    for index in servers.indices {
      servers[index].hasLargeHeads = choice.hasLargeHeads
      switch choice.backEnd(of: index, wish: wishes[index]) {
      case .success(let backEnd): servers[index].backEnd = backEnd
      case .failure(let problem): problems.append(problem)
      }
    }
    // Servers at one place have one back end.
    for server in servers where server.backEnd == .wire {
      for index in servers.indices where servers[index].isAtPlace(of: server) {
        servers[index].backEnd = .wire
      }
    }
    return problems
  }

  /// The steps with the bodies of requests written out: client, recording and judge share them.
  private static func withWholeBodies(_ steps: [Step]) -> [Step] {
    let isWhole = steps.allSatisfy { $0.requests.allSatisfy { $0.body?.isWhole ?? true } }
    if isWhole { return steps }
    return steps.map { step in
      var step = step
      for index in step.requests.indices {
        guard let octets = step.requests[index].body?.constant else { continue }
        step.requests[index].body = Template(octets)
      }
      return step
    }
  }

  /// It takes much more memory than other cases while it is played.
  var isLarge: Bool { !largeBodies.isEmpty || servers.contains(where: \.hasLargeHeads) }

  /// The number of octets from which a body counts as large.
  private static let large = 1 << 16
}

extension Template {
  /// `true` if no part of it is kept as a repetition.
  fileprivate var isWhole: Bool {
    pieces.allSatisfy { if case .repetition = $0 { false } else { true } }
  }
}

/// The abilities that need Kerberos.
private let kerberosAbilities = Set<String>([.negotiate, .proxyNegotiate, .delegate])

extension Case {
  /// A server of it offers Negotiate, or its client has tickets.
  var usesKerberos: Bool { !kerberosAbilities.isDisjoint(with: self.needs) }
}

/// A reply that a back end cannot play as the scenario says.
package struct PlanProblem: Error, Hashable, Sendable {
  /// Its location in the scenario.
  package var location: SourceLocation
  /// The reason, as a sentence.
  package var message: String
}

/// A rule, with its reply rendered in advance if the reply has no placeholder.
final class PlannedRule: Sendable {
  /// The most times that it is played in one step; `nil` for no limit.
  let times: Int?
  /// The template of its reply.
  let template: ReplyTemplate
  /// Its location in the file.
  let location: SourceLocation
  /// The kind of request that it is for.
  let kind: RequestKind
  /// The other conditions of the pattern.
  let details: [PatternDetail]
  /// The reply, if it is always the same; `nil` otherwise.
  let constant: Reply?
  /// The reply with sample values for its placeholders.
  let sample: Reply
  /// The sample and, if its challenge can continue a login, the reply that does (MS-NTHT 2.2.1), to
  /// find out which back end can play them.
  let samples: [Reply]
  /// The challenges of the constant reply; `nil` if it may have a next nonce.
  let issued: ReadReply?
  /// The schemes of its challenges.
  let schemes: Set<AuthScheme>

  init(
    _ rule: Rule, kind: ServerKind, _ renderer: ReplyRenderer,
    _ reader: ChallengeListCache
  ) {
    times = rule.times
    template = rule.reply
    location = rule.location
    self.kind = RequestKind(rule.when)
    details = rule.when.details
    var occasion = ReplyRenderer.Occasion(kind: kind, serial: 1)
    sample = renderer.render(rule.reply, for: occasion)
    occasion.opening = PlannedRule.opening
    samples =
      rule.reply.challenges.contains(where: \.isOfConnections)
      ? [sample, renderer.render(rule.reply, for: occasion)] : [sample]
    constant = rule.reply.isConstant ? sample : nil
    let read = ReadReply(sample, kind: kind, reader)
    schemes = read.schemes
    issued = sample.hasNextNonce ? nil : read
  }
}

extension PlannedRule {
  /// A login that begins with message 1 of NTLM, without domain and workstation (MS-NLMP 2.2.1.1).
  private static let opening = UnfinishedLogin(
    scheme: .ntlm, token: Octets(Array("NTLMSSP\0".utf8) + [1, 0, 0, 0, 0x06, 0x82, 0x08, 0]))
}

extension Reply {
  /// `true` if it may have a next nonce (RFC 7616 3.5).
  fileprivate var hasNextNonce: Bool {
    guard let fields else { return false }
    return fields.has("Authentication-Info") || fields.has("Proxy-Authentication-Info")
  }
}

extension CasePlan {
  /// Returns the case on wire servers alone if libmicrohttpd has refused what the client sent, as
  /// the request may be legal; `nil` if it has not, or if the caller has chosen the back end.
  func onWireServers(after result: CaseResult) -> CasePlan? {
    guard !isBackEndForced, result.play?.recording.isRefusedByLibrary == true,
      servers.contains(where: { $0.backEnd == .microhttpd })
    else { return nil }
    let plan = CasePlan(played, backEnd: .wire)
    return plan.problems.isEmpty ? plan : nil
  }
}

extension [Case] {
  /// Plans the cases, each once for all that play it; `backEnd` forces one for all servers.
  ///
  /// Servers that `tls` names speak TLS, and with `http2` origin servers speak HTTP/2; cases that
  /// would be others then are skipped.
  package func planned(
    on backEnd: BackEnd? = nil, over tls: TLSReach? = nil, http2 start: HTTP2Start? = nil
  ) -> [CasePlan] {
    map(CasePlanning(on: backEnd, over: tls, http2: start).plan)
  }
}
