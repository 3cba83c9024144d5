import HTTPAuth
import Judging
import Scenarios
import Servers
import Transcripts

/// A case made ready to be played: servers with their back ends, rules by server, checks by step.
///
/// It holds nothing that playing changes, so one plan serves any number of plays.
package final class CasePlan: Sendable {
  /// The case.
  package var played: Case { held.played }
  /// What the judge needs to know of it.
  package let expectations: CaseExpectations
  /// The case, as results share it.
  var held: HeldCase { expectations.held }
  /// All of the case but its steps.
  var frame: HeldCase.Frame { expectations.frame }
  /// Its servers, in the order of the recording.
  package var servers: [ServerConfiguration] { expectations.servers }
  /// What a back end could not play.
  package let problems: [PlanProblem]
  /// Rules by step, then by server.
  let rules: [[[PlannedRule]]]
  /// By step: some rule of it is played a number of times only.
  let countsRules: [Bool]
  /// Server names to places in `servers`.
  let indices: [String: Int]
  /// What the client is told before the first step.
  let settings: HeldSettings

  /// Plans a case; `backEnd` forces one for all servers.
  package convenience init(_ played: Case, backEnd forced: ServerDefinition.BackEnd? = nil) {
    self.init(CaseSetup(played), steps: played.steps, backEnd: forced)
  }

  /// Plans the case in which these steps are played on a stage; `reader` may have read its challenges before, and the
  /// checklist have been made for other steps that expect the same.
  package init(
    _ stage: CaseSetup, steps: [Step], backEnd forced: ServerDefinition.BackEnd? = nil,
    reader: ChallengeReader = ChallengeReader(), checklist: Checklist? = nil
  ) {
    let held = HeldCase(stage.frame, steps: steps)
    indices = stage.indices
    var servers = stage.servers
    // Nothing but what is wanted of a case and its steps is copied: they have many parts.
    let defined = stage.frame.played.servers
    let rules = steps.indices.map { step in
      defined.indices.map { server in
        (steps[step].rules[defined[server].name] ?? defined[server].rules).map { rule in
          PlannedRule(rule, kind: stage.servers[server].kind, stage.renderer, reader)
        }
      }
    }
    self.rules = rules
    countsRules = rules.map { $0.joined().contains { $0.times != nil } }
    let offered: [Set<AuthScheme>] = servers.indices.map { server in
      rules.reduce(into: Set()) { schemes, step in
        for rule in step[server] {
          // Mostly there is but one.
          if schemes.isEmpty { schemes = rule.schemes } else { schemes.formUnion(rule.schemes) }
        }
      }
    }
    var problems: [PlanProblem] = []
    let choice = BackEndChoice(held, rules: rules, servers: servers)
    for index in servers.indices {
      let wish = forced ?? defined[index].backEnd
      servers[index].hasLargeHeads = choice.hasLargeHeads
      switch choice.backEnd(of: index, wish: wish) {
      case .success(let backEnd): servers[index].backEnd = backEnd
      case .failure(let problem): problems.append(problem)
      }
    }
    self.problems = problems
    settings = stage.told
    var current = stage.told
    let told = steps.indices.map { step in
      if let changed = steps[step].client { current = HeldSettings(changed) }
      return current
    }
    let secrets =
      current === stage.told && current.settings.userinfo == nil
      ? stage.secrets : SecretLedger(steps, told, indices: indices)
    expectations = CaseExpectations(
      held, servers: servers, offered: offered, settingsInSteps: told, secrets: secrets,
      checklist: checklist)
  }
}

/// What a back end could not play as the scenario says it.
package struct PlanProblem: Error, Hashable, Sendable {
  /// Where the scenario says it.
  package var location: SourceLocation
  /// What the back end would drop or alter, as a sentence.
  package var message: String
}

/// A rule, with its reply rendered beforehand where nothing in it is left open.
final class PlannedRule: Sendable {
  /// How often it is played at most, in one step; nil for always.
  let times: Int?
  /// What it answers.
  let template: ReplyTemplate
  /// Where it stands.
  let location: SourceLocation
  /// What kind of request it is for.
  let kind: RequestKind
  /// What the pattern asks besides what kind of request it is.
  let details: [PatternDetail]
  /// The reply, where it is the same whenever it is played.
  let constant: Reply?
  /// The reply with every place filled in somehow, to see what a back end can play.
  let sample: Reply
  /// What the constant reply tells; nil where it may tell a next nonce.
  let told: ServerState?
  /// The schemes of its challenges.
  let schemes: Set<AuthScheme>

  init(
    _ rule: Rule, kind: ServerConfiguration.Kind, _ renderer: ReplyRenderer,
    _ reader: ChallengeReader
  ) {
    times = rule.times
    template = rule.reply
    location = rule.location
    self.kind = RequestKind(rule.when)
    details = rule.when.details
    let occasion = ReplyRenderer.Occasion(kind: kind, serial: 1)
    sample = renderer.render(rule.reply, for: occasion)
    constant = rule.reply.isConstant ? sample : nil
    var memory = ServerState()
    memory.learn(from: sample, kind: kind, reader)
    schemes = memory.schemes
    told = sample.tellsNextNonce ? nil : memory
  }
}

/// Picks the back end that can play what a server is to play.
struct BackEndChoice {
  let held: HeldCase
  let rules: [[[PlannedRule]]]
  let servers: [ServerConfiguration]
  /// Some head, of a reply or of a request that answers it, may be longer than the usual.
  let hasLargeHeads: Bool

  init(_ held: HeldCase, rules: [[[PlannedRule]]], servers: [ServerConfiguration]) {
    self.held = held
    self.rules = rules
    self.servers = servers
    let usual = 2048
    hasLargeHeads =
      rules.joined().joined().contains { $0.sample.headLength > usual }
      || held.longestTold > usual
  }

  /// libmicrohttpd where it can play everything, else the wire server; or why the wish cannot be met.
  func backEnd(
    of server: Int, wish: ServerDefinition.BackEnd?
  ) -> Result<ServerConfiguration.BackEnd, PlanProblem> {
    if wish == .wire { return .success(.wire) }
    guard let problem = whatMicroHTTPDCannotPlay(server) else { return .success(.microhttpd) }
    guard wish == .microhttpd else { return .success(.wire) }
    return .failure(problem)
  }

  private func whatMicroHTTPDCannotPlay(_ server: Int) -> PlanProblem? {
    let isHTTP10 = servers[server].isHTTP10
    if servers[server].kind == .proxy,
      let step = held.steps.first(where: { opensTunnel($0) })
    {
      let tunnel = Reply(content: .tunnel(to: 0))
      if let why = BackEndLimits.whatCannotBePlayed(tunnel, by: .microhttpd, isHTTP10: isHTTP10) {
        return PlanProblem(location: step.location, message: why)
      }
    }
    // A proxy hands on what the origins reply.
    let speakers =
      servers[server].kind == .proxy
      ? [server] + servers.indices.filter { servers[$0].kind == .origin } : [server]
    for step in rules {
      for speaker in speakers {
        for rule in step[speaker] {
          if let why = BackEndLimits.whatCannotBePlayed(
            rule.sample, by: .microhttpd, isHTTP10: isHTTP10, hasLargeHeads: hasLargeHeads)
          {
            return PlanProblem(location: rule.location, message: why)
          }
        }
      }
    }
    return nil
  }

  private func opensTunnel(_ step: Step) -> Bool {
    held.frame.played.client.tunnel || held.steps.contains { $0.client?.tunnel ?? false }
  }
}

extension Reply {
  /// True where what it issues depends on what was issued before it (RFC 7616 3.5).
  fileprivate var tellsNextNonce: Bool {
    guard let fields else { return false }
    return fields.has("Authentication-Info") || fields.has("Proxy-Authentication-Info")
  }

  /// Octets in its fields.
  fileprivate var headLength: Int {
    guard case .response(let response) = content else { return 0 }
    return response.head.fields.reduce(0) { $0 + $1.name.count + $1.value.count }
  }
}

extension HeldCase {
  /// Octets in the longest text that the client is told and may put into a request's head.
  fileprivate var longestTold: Int {
    var longest = frame.played.client.longestTold
    for step in steps.indices {
      if let changed = steps[step].client { longest = max(longest, changed.longestTold) }
      for request in steps[step].requests {
        longest = max(longest, request.path.length + (request.url?.length ?? 0))
        for header in request.headers { longest = max(longest, header.value.length) }
      }
    }
    return longest
  }
}

extension ClientSettings {
  /// Octets in the longest of its texts that may stand in a request's head.
  fileprivate var longestTold: Int {
    var longest = 0
    for header in headers { longest = max(longest, header.value.length) }
    for grant in credentials {
      let login = grant.login
      longest = max(
        longest, login.user.count + login.password.count + (login.token?.count ?? 0))
    }
    return longest
  }
}

extension Template {
  /// Octets in it, places to be filled in counted as a few.
  fileprivate var length: Int {
    pieces.reduce(0) { length, piece in
      if case .literal(let octets) = piece { length + octets.count } else { length + 32 }
    }
  }
}

extension CasePlan {
  /// The same case on wire servers alone, where libmicrohttpd has refused what the client sent; `nil` where it has not, or
  /// where the wire server is what was played. A request may be legal that libmicrohttpd does not take.
  func onWireServers(after result: CaseResult) -> CasePlan? {
    guard result.play?.recording.isRefusedByLibrary == true,
      servers.contains(where: { $0.backEnd == .microhttpd })
    else { return nil }
    let plan = CasePlan(held.played, backEnd: .wire)
    return plan.problems.isEmpty ? plan : nil
  }
}
