// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Platform
import Scenarios
import Servers
import Transcripts

/// Decides the replies of the servers of a case, by the rules of the step in play.
final class Script: Responder {
  private let plan: CasePlan
  private let group: ServerGroup
  private let match: PatternMatch
  private let addresses: AddressBook
  private let renderer: ReplyRenderer
  private var analysis: ExchangeAnalysis
  /// The analysis has one entry for each exchange of the recording, in its order.
  private var isInStep = true
  /// The number of times that each rule of the step was played, by server; empty if no rule is
  /// limited.
  private var played: [[Int]] = []
  /// The number of replies that each server has rendered because they vary; empty before the first.
  private var serials: [Int] = []
  private var rules: [[PlannedRule]] = []
  /// The rules for handshakes of the step, and the number of times that each was played, by server.
  private var handshakes: [[HandshakeRule]] = []
  private var playedHandshakes: [[Int]] = []
  /// The acceptors of Negotiate; `nil` in a case without it.
  private let acceptors: NegotiateAcceptors?

  /// A script for a plan, once its servers listen.
  init(
    plan: CasePlan, group: ServerGroup, addresses: AddressBook,
    acceptors: NegotiateAcceptors? = nil
  ) {
    self.acceptors = acceptors
    self.plan = plan
    self.group = group
    self.addresses = addresses
    match = PatternMatch(addresses: addresses, stepRequests: [])
    renderer = ReplyRenderer(addresses: addresses, indices: plan.indices)
    analysis = ExchangeAnalysis(servers: plan.servers.count)
    if plan.needsClock { group.noteTimeOfDay() }
  }

  /// Starts a step, with its rules.
  func begin(step: Int) {
    rules = plan.rules[step]
    played = plan.countsRules[step] ? rules.map { Array(repeating: 0, count: $0.count) } : []
    handshakes = plan.handshakes.isEmpty ? [] : plan.handshakes[step]
    playedHandshakes = handshakes.map { Array(repeating: 0, count: $0.count) }
  }

  func reply(to request: IncomingRequest) -> Reply? {
    let server = request.server
    guard server < plan.servers.count, server < rules.count else {
      return Reply(content: .nothing, afterwards: .reset)
    }
    // Only an early reply is sent before the request's body has arrived.
    if !request.isComplete, !rules[server].contains(where: { $0.template.isEarly }) { return nil }
    let negotiated = acceptors?.answer(
      request.head, to: server, plan.servers[server].kind, request,
      endPoint: group.handshake(on: request.connection)?.endPoint)
    if let negotiated { group.note(negotiated.finding, of: request.exchange) }
    let facts = facts(of: request, negotiated)
    let chosen = firstMatch(facts, server: server)
    if !request.isComplete {
      guard let chosen, rules[server][chosen].template.isEarly else { return nil }
    }
    let answer = play(chosen, facts, request, negotiated)
    let kind = plan.servers[server].kind
    if request.exchange != analysis.facts.count || !request.isComplete { isInStep = false }
    analysis.append(
      facts, server: server, kind: kind, connection: request.connection, reply: answer.reply,
      issued: answer.issued,
      speakingFor: kind == .proxy && !answer.isHandedOn
        ? addresses.origin(askedThroughProxy: facts) : nil)
    return answer.reply
  }

  func handshake(with server: Int) -> HandshakePlan {
    guard server < handshakes.count else { return HandshakePlan() }
    let chosen = handshakes[server].indices.first { index in
      handshakes[server][index].times.map { playedHandshakes[server][index] < $0 } ?? true
    }
    guard let chosen else { return HandshakePlan() }
    playedHandshakes[server][chosen] += 1
    return handshakes[server][chosen].plan
  }

  /// The analysis, if it covers the whole recording. With requests that were forwarded, answered
  /// early or out of order it does not.
  func analysis(of recording: Recording) -> ExchangeAnalysis? {
    isInStep && analysis.facts.count == recording.exchanges.count ? analysis : nil
  }

  private func facts(
    of request: IncomingRequest, _ negotiated: NegotiateAcceptors.Answer?
  ) -> RequestFacts {
    RequestFacts(
      head: request.head, body: request.body, connection: request.connection,
      tls: group.handshake(on: request.connection), negotiation: negotiated?.finding,
      isFirstOnConnection: request.isFirstOnConnection, kind: plan.servers[request.server].kind,
      clock: clock(at: request.server), accounts: plan.played.accounts,
      server: request.server, states: analysis.states,
      offered: plan.expectations.offered[request.server])
  }

  private func clock(at server: Int) -> RequestClock? {
    plan.needsClock
      ? RequestClock(
        time: WallClock.secondsSince1970, server: addresses.url(of: plan.servers[server].name))
      : nil
  }

  private func firstMatch(_ facts: RequestFacts, server: Int) -> Int? {
    rules[server].indices.first { index in
      let rule = rules[server][index]
      if let times = rule.times, played[server][index] >= times { return false }
      return match.isOfKind(facts, rule.kind)
        && rule.details.allSatisfy { match.mismatch(facts, $0) == nil }
    }
  }

  /// A server's answer.
  private struct Answer {
    var reply: Reply
    /// Its challenges, if they were parsed before.
    var issued: ReadReply?
    /// A proxy forwards the reply of an origin server.
    var isHandedOn = false
  }

  private func play(
    _ chosen: Int?, _ facts: RequestFacts, _ request: IncomingRequest,
    _ negotiated: NegotiateAcceptors.Answer?
  ) -> Answer {
    var answer = play(chosen, facts, request)
    guard let negotiated, let chosen else { return answer }
    let server = request.server
    let reply = answer.reply.with(
      negotiated.token, as: rules[server][chosen].template.token, of: plan.servers[server].kind)
    if reply != answer.reply {
      answer.reply = reply
      answer.issued = nil
    }
    return answer
  }

  private func play(
    _ chosen: Int?, _ facts: RequestFacts, _ request: IncomingRequest
  ) -> Answer {
    let server = request.server
    guard let chosen else {
      switch plan.servers[server].kind {
      case .origin: return Answer(reply: Script.plainSuccess, issued: Script.nothingIssued)
      case .proxy: return Answer(reply: forward(request, facts), isHandedOn: true)
      }
    }
    if !played.isEmpty { played[server][chosen] += 1 }
    let rule = rules[server][chosen]
    if rule.template.kind == .forward {
      var reply = forward(request, facts)
      if rule.sample.afterwards != .keep { reply.afterwards = rule.sample.afterwards }
      if let info = rule.template.info {
        renderer.add(info, to: &reply, for: occasion(request, facts))
      }
      return Answer(reply: reply, isHandedOn: true)
    }
    if let constant = rule.constant { return Answer(reply: constant, issued: rule.issued) }
    return Answer(reply: renderer.render(rule.template, for: occasion(request, facts)))
  }

  /// The occasion of the next reply that depends on its request.
  private func occasion(
    _ request: IncomingRequest, _ facts: RequestFacts
  ) -> ReplyRenderer.Occasion {
    let server = request.server
    if serials.isEmpty { serials = Array(repeating: 0, count: plan.servers.count) }
    serials[server] += 1
    return ReplyRenderer.Occasion(
      kind: plan.servers[server].kind, serial: serials[server],
      proof: facts.credentials.proof,
      webSocketKey: request.head.fields.first("Sec-WebSocket-Key"),
      opening: facts.credentials.opening)
  }

  // MARK: Forwarding (RFC 9110 7.6)

  private func forward(_ request: IncomingRequest, _ facts: RequestFacts) -> Reply {
    guard let target = addresses.origin(meantBy: facts.target) else { return Script.badGateway }
    if request.head.method == "CONNECT" { return Reply(content: .tunnel(to: target)) }
    let head = Script.forwarded(request.head, path: facts.target.path ?? "/")
    let negotiated = acceptors?.answer(head, to: target, .origin, request)
    let inner = RequestFacts(
      head: head, sentTarget: request.head.target, body: request.body,
      connection: request.connection, negotiation: negotiated?.finding,
      isFirstOnConnection: request.isFirstOnConnection,
      kind: .origin, clock: clock(at: target),
      accounts: plan.played.accounts, server: target, states: analysis.states,
      offered: plan.expectations.offered[target])
    isInStep = false
    var onward = request
    onward.server = target
    onward.head = head
    let answer = play(firstMatch(inner, server: target), inner, onward, negotiated)
    analysis.append(
      inner, server: target, kind: .origin, connection: request.connection, reply: answer.reply,
      issued: answer.issued, speakingFor: nil)
    group.noteForwarded(
      request, head: head, to: target, reply: answer.reply, negotiation: negotiated?.finding)
    return Script.handedOn(answer.reply)
  }

  /// The head as a proxy sends it on: origin-form, without what was meant for the proxy itself.
  private static func forwarded(_ head: RequestHead, path: Octets) -> RequestHead {
    var fields = FieldSection()
    for line in head.fields where !isForProxy(line.name) { fields.append(line.name, line.value) }
    return RequestHead(method: head.method, target: path, version: head.version, fields: fields)
  }

  private static func isForProxy(_ name: Octets) -> Bool {
    name.matches("Proxy-Authorization") || name.matches("Proxy-Connection")
      || name.matches("Connection") || name.matches("Keep-Alive") || name.matches("TE")
  }

  /// Returns an origin server's reply for the client's connection, which the proxy keeps open.
  private static func handedOn(_ reply: Reply) -> Reply {
    var reply = reply
    switch reply.afterwards {
    case .close, .closeSilently, .truncate:
      reply.afterwards = .keep
      if case .response(var response) = reply.content, response.framing == .untilClose {
        response.framing = .length
        reply.content = .response(response)
      }
    case .keep, .reset, .stall, .streamReset: break
    }
    return reply
  }

  private static let plainSuccess = Reply(
    content: .response(
      Reply.Response(head: ResponseHead(status: 200), body: "authspec says 200\n")))
  private static let nothingIssued = ReadReply()
  private static let badGateway = Reply(
    content: .response(
      Reply.Response(
        head: ResponseHead(status: 502), body: "authspec knows no server of that name\n")))
}
