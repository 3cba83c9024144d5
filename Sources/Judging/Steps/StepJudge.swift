// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Judges one step of a transcript.
final class StepJudge {
  let evidence: AnalyzedTranscript
  let step: Int
  let match: PatternMatch
  let outcome: StepOutcome

  /// `captured` has the values that the earlier steps captured; this step adds its own.
  init(_ evidence: AnalyzedTranscript, step: Int, captured: CapturedValues) {
    self.evidence = evidence
    self.step = step
    outcome = evidence.play.steps[step]
    match = PatternMatch(
      addresses: evidence.addresses, stepRequests: outcome.requests, captured: captured)
  }

  /// Why the step proves nothing about the earlier steps; `nil` if it does. A client that was
  /// created again does not have the earlier logins, so not sending one proves nothing.
  var memory: Finding? {
    guard outcome.isOfNewClient else { return nil }
    return Finding(
      expected: "a client that remembers the steps before",
      observed: "its driver had to make it anew when its session changed (kept: false)")
  }

  /// Returns the broken checks of what must never happen, which count in a step that shows nothing
  /// else.
  func brokenProhibitions(_ checklist: StepChecklist) -> [Check] {
    checklist.never.map { check($0) }.filter { $0.verdict == .fail || $0.verdict == .warn }
  }

  /// Returns the first precondition of the step that is not met; `nil` if all are met.
  func precondition(_ checklist: StepChecklist) -> Finding? {
    for given in checklist.given {
      var checks: [Check] = []
      append(given, to: &checks)
      for check in checks where check.verdict != .pass {
        return check.finding
          ?? Finding(expected: check.descriptor.title, observed: "it did not happen")
      }
    }
    return nil
  }

  /// Adds the checks of a step.
  func appendChecks(_ checklist: StepChecklist, to checks: inout [Check]) {
    appendJudgements(checklist, to: &checks)
    for observation in checklist.observations { checks.append(check(observation)) }
  }

  /// The checks of a step, or of one of several ways, without observations.
  private func judgements(_ checklist: StepChecklist) -> [Check] {
    var checks: [Check] = []
    appendJudgements(checklist, to: &checks)
    return checks
  }

  private func appendJudgements(_ checklist: StepChecklist, to checks: inout [Check]) {
    for server in checklist.servers { append(server, to: &checks) }
    for handshakes in checklist.handshakes { checks.append(check(handshakes)) }
    for never in checklist.never { checks.append(check(never)) }
    if let order = checklist.order { checks.append(check(order)) }
    if let client = checklist.client {
      // If the client was not challenged, its outcome does not show what it would have answered.
      let isUnknown = checks.contains { $0.verdict == .inconclusive && $0.finding?.exchange != nil }
      // If a request broke a rule, its outcome differs for that reason and breaks no other rule.
      let cause = checks.first { $0.verdict == .fail } ?? checks.first { $0.verdict == .warn }
      for check in self.checks(client) {
        checks.append(isUnknown ? check.heldBack : cause.map(check.following(_:)) ?? check)
      }
    }
    for stored in checklist.stored { checks.append(check(stored)) }
    if let alternatives = checklist.alternatives { checks.append(check(alternatives)) }
  }

  // MARK: Exchanges

  private func append(_ checklist: ServerChecklist, to checks: inout [Check]) {
    guard let server = evidence.expectations.place(of: checklist.server) else { return }
    var seen = evidence.exchanges(step: step, server: server)
    var alignment = align(seen, checklist)
    let count = seen.count
    // Concurrent requests do not repeat each other.
    if alignment.places == nil, outcome.requests.count == 1 {
      let repeated = RepeatedRequests(seen, evidence)
      if repeated.firsts.count < seen.count {
        let isOfLasts = repeated.lasts != repeated.firsts
        let ofLasts = isOfLasts ? align(repeated.lasts, checklist) : nil
        if let ofLasts, ofLasts.places != nil {
          (seen, alignment) = (repeated.lasts, ofLasts)
        } else {
          seen = repeated.firsts
          alignment = align(seen, checklist)
        }
        if !checklist.isGiven, let first = repeated.idle.first {
          checks.append(
            Check(
              checklist.repeats, .note, expected: "no refused request again without credentials",
              observed: repeated.idle.count == 1
                ? "one such request" : "\(repeated.idle.count) such requests",
              exchange: first))
        }
      }
    }
    guard let places = alignment.places else {
      var finding = disagreement(
        checklist, seen, alignment, hasMore: seen.count < count)
      let level = checklist.sequence.level
      // Credentials with a known mistake break the rule of the mistake.
      let broken = Verdict(breaking: finding.rule?.level ?? level)
      if finding.rule == nil {
        finding.rule = rule(
          checklist.sequence, finding.deviation?.evidence, in: finding.exchange)
      }
      let verdict = isUnknown(checklist, seen, alignment) ? .inconclusive : broken
      checks.append(Check(checklist.sequence, verdict, finding))
      // Details that cannot be checked are not graver than the reason why.
      guard verdict >= .inconclusive else { return }
      for detail in checklist.exchanges.flatMap(\.details) {
        checks.append(
          Check(
            detail.descriptor, .inconclusive, expected: detail.descriptor.title,
            observed: "the exchanges are not the expected ones"))
      }
      return
    }
    if !checklist.isGiven { checks.append(Check(checklist.sequence, .pass)) }
    for (item, exchange) in checklist.exchanges.enumerated() where !exchange.details.isEmpty {
      var own: [Int] = []
      for place in places.indices where places[place] == item { own.append(seen[place]) }
      for index in exchange.details.indices {
        let check = check(
          exchange.details[index].detail, exchange.details[index].descriptor, in: own)
        if let check { checks.append(check) }
      }
    }
  }

  private func align(_ seen: [Int], _ checklist: ServerChecklist) -> SequenceAlignment {
    SequenceAlignment(expected: checklist.counts, seen: seen.count) { place, item in
      fits(seen[place], checklist.exchanges[item])
    }
  }

  /// Checks a detail of an expected exchange; `nil` if the exchange did not occur and need not.
  private func check(
    _ detail: PatternDetail, _ descriptor: CheckDescriptor, in exchanges: [Int]
  ) -> Check? {
    guard !exchanges.isEmpty else { return nil }
    if let unknown = unknownCapture([detail]) { return Check(descriptor, .inconclusive, unknown) }
    for exchange in exchanges {
      if detail.isOfDigest, case .malformed = evidence.facts[exchange].field {
        // `wellFormed` is broken. A field that cannot be parsed has no parameters to compare.
        return Check(
          descriptor, .inconclusive, expected: "credentials that can be parsed",
          observed: "credentials that do not match their grammar", exchange: exchange)
      }
      if var finding = mismatch(exchange, detail) {
        finding.exchange = exchange
        if detail.isOfNoCredentials { finding.deviation = .unexpectedCredentials }
        return detail.isOfNoCredentials && evidence.isPreemptiveBasic(exchange)
          ? Check(descriptor, .inconclusive, finding)
          : broken(descriptor, finding, detail.evidence)
      }
    }
    return Check(descriptor, .pass)
  }

  /// The difference between an exchange and a detail; `nil` if there is none.
  private func mismatch(_ exchange: Int, _ detail: PatternDetail) -> Finding? {
    guard case .webSocket(let wanted) = detail else {
      return match.mismatch(evidence.facts[exchange], detail)
    }
    let opened = evidence.exchanges[exchange].forwardedFrom ?? exchange
    return match.mismatch(evidence.play.recording.webSockets[opened], wanted)
  }

  /// Why a detail cannot be compared with a captured value; `nil` if the values were captured.
  private func unknownCapture(_ details: [PatternDetail]) -> Finding? {
    for detail in details {
      guard let name = detail.comparedCapture, match.captured[name] == nil else { continue }
      return Finding(
        expected: "a value kept as \(name) to compare with", observed: "there was none")
    }
    return nil
  }

  private func fits(_ exchange: Int, _ expected: ExchangeChecklist) -> Bool {
    guard match.isOfKind(evidence.facts[exchange], expected.kind) else { return false }
    switch expected.replied {
    case nil: return true
    case .status(let status): return evidence.exchanges[exchange].status == status
    case .challenge:
      let kind = evidence.expectations.servers[evidence.exchanges[exchange].server].kind
      return evidence.exchanges[exchange].status == kind.challengeStatus
    }
  }

  /// `true` if the first exchange that does not fit has preemptive Basic credentials, and a request
  /// without credentials was expected, or the server does not offer Basic. Then the client's answer
  /// to a challenge is not seen.
  private func isUnknown(
    _ checklist: ServerChecklist, _ seen: [Int], _ alignment: SequenceAlignment
  ) -> Bool {
    let (place, item) = alignment.furthest
    guard place < seen.count, item < checklist.exchanges.count,
      evidence.isPreemptiveBasic(seen[place])
    else { return false }
    let offered = evidence.expectations.offered[evidence.exchanges[seen[place]].server]
    return checklist.exchanges[item].kind.credentials == ExchangePattern.CredentialsKind.none
      || !offered.contains(.basic)
  }

  /// How the requests that were seen differ from the expected ones; `hasMore` if there were others,
  /// which only repeated one of these without credentials.
  private func disagreement(
    _ checklist: ServerChecklist, _ seen: [Int], _ alignment: SequenceAlignment, hasMore: Bool
  ) -> Finding {
    let (place, item) = alignment.furthest
    let number = "request \(place + 1) to \(checklist.server)"
    let wanted = expectation(of: checklist, seen, at: place, item)
    var expected =
      wanted.map { ExchangeDescription.expected($0.expectation, evidence.addresses) }
      ?? "no further request"
    if let wanted, item == checklist.exchanges.count {
      expected =
        wanted.expectation.count.upperBound == 0
        ? "no further request" : expected + ", or no further request"
    }
    guard place < seen.count else {
      let observed =
        place == 0
        ? "no request to \(checklist.server)"
        : hasMore
          ? "after the first \(place) only the same again without credentials"
          : "no request after the first \(place)"
      var finding = Finding(
        expected: "\(number): \(expected)", observed: observed,
        diagnosis: clientsOwnWords, exchange: seen.last)
      finding.deviation = deviationOfAnEnd(after: seen.last)
      return finding
    }
    let exchange = seen[place]
    // Invalid credentials break the rule of their mistake, not that of the check.
    let wantsValid = wanted?.kind.credentials == .valid
    let rule = wantsValid ? evidence.rule(ofMistakeIn: exchange) : nil
    var finding = Finding(
      expected: "\(number): \(expected)",
      observed: ExchangeDescription.seen(
        evidence.exchanges[exchange], evidence.facts[exchange]),
      diagnosis: evidence.facts[exchange].credentials.diagnosis?.sentence, exchange: exchange,
      rule: rule?.limited(to: checklist.sequence.level))
    finding.deviation = deviation(of: exchange, from: wanted?.kind)
    if finding.deviation == .invalidCredentials {
      finding.mistake = evidence.facts[exchange].credentials.diagnosis?.mistake
    }
    return finding
  }

  /// The exchange with which a request is compared that does not fit: the next one, or, if there is
  /// none, the last one if it is optional and did not occur.
  private func expectation(
    of checklist: ServerChecklist, _ seen: [Int], at place: Int, _ item: Int
  ) -> ExchangeChecklist? {
    if item < checklist.exchanges.count { return checklist.exchanges[item] }
    guard let last = checklist.exchanges.last, checklist.counts[item - 1].lowerBound == 0,
      place == 0 || !fits(seen[place - 1], last)
    else { return nil }
    return last
  }

  /// The error that the client reported, which may explain a missing request.
  var clientsOwnWords: String? {
    for request in outcome.requests {
      if case .failure(let failure) = request.outcome {
        return "The client reported: \(failure.message)"
      }
    }
    return nil
  }

  // MARK: Never

  private func check(_ never: NeverCheck) -> Check {
    let server = never.never.server.flatMap { evidence.expectations.place(of: $0) }
    let subjects = evidence.exchanges.indices.filter {
      let exchange = evidence.exchanges[$0]
      return exchange.step == step && (server == nil || exchange.server == server)
    }
    guard !subjects.isEmpty else {
      // A client that refused a server in the handshake has sent it nothing.
      let isRefused = evidence.play.recording.handshakes.contains { connection, handshake in
        handshake.step == step
          && (server == nil || evidence.play.recording.connections[connection].server == server)
      }
      if isRefused { return Check(never.descriptor, .pass) }
      let name = never.never.server.map { "“\($0)”" } ?? "any server"
      return Check(
        never.descriptor, .inconclusive, expected: "a request to \(name) to look at",
        observed: "there was none")
    }
    if let unknown = unknownCapture(never.details) {
      return Check(never.descriptor, .inconclusive, unknown)
    }
    for exchange in subjects {
      let facts = evidence.facts[exchange]
      guard match.isOfKind(facts, never.kind),
        never.details.allSatisfy({ mismatch(exchange, $0) == nil }),
        // The body of a request that was cut short is not known.
        evidence.exchanges[exchange].isComplete
          || !never.details.contains(where: { $0.kind == .body })
      else { continue }
      var finding = Finding(
        expected: "never: "
          + ExchangeDescription.expected(
            ExchangeExpectation(pattern: never.never.pattern, location: never.never.location),
            evidence.addresses) + ExchangeDescription.names(never.details),
        observed: ExchangeDescription.seen(evidence.exchanges[exchange], facts)
          + ExchangeDescription.values(never.details, facts),
        exchange: exchange)
      // A detail of the credentials is more precise than the deviation that there are some, and a
      // connection that is logged in shows none.
      if never.isOfCredentials, never.kind.credentials != .connection,
        never.details.allSatisfy(\.isOfSomeCredentials)
      {
        finding.deviation = .unexpectedCredentials
      }
      return never.isOfCredentials && evidence.isPreemptiveBasic(exchange)
        ? Check(never.descriptor, .inconclusive, finding)
        : broken(never.descriptor, finding, never.evidence)
    }
    return Check(never.descriptor, .pass)
  }

  // MARK: Order over all servers

  private func check(_ order: OrderCheck) -> Check {
    var next = 0
    var last: Int?
    for exchange in evidence.exchanges.indices where evidence.exchanges[exchange].step == step {
      guard next < order.items.count else { break }
      let (server, expected) = order.items[next]
      let place = server.flatMap { evidence.expectations.place(of: $0) }
      guard place == nil || place == evidence.exchanges[exchange].server,
        fits(exchange, expected),
        expected.details.allSatisfy({ mismatch(exchange, $0.detail) == nil })
      else { continue }
      next += 1
      last = exchange
    }
    guard next < order.items.count else { return Check(order.descriptor, .pass) }
    let (server, expected) = order.items[next]
    let name = server.map { " to \($0)" } ?? ""
    let wanted = ExchangeDescription.expected(expected.expectation, evidence.addresses)
    let before = next == 0 ? "" : ", after the \(next) before it"
    return broken(
      order.descriptor,
      Finding(
        expected: "number \(next + 1) of the order: \(wanted)\(name)\(before)",
        observed: "no such request", exchange: last), .order)
  }

  private func check(_ observation: ObservationCheck) -> Check {
    let server = observation.observation.server.flatMap { evidence.expectations.place(of: $0) }
    let seen = evidence.exchanges.indices.first {
      let exchange = evidence.exchanges[$0]
      return exchange.step == step && (server == nil || exchange.server == server)
        && match.isOfKind(evidence.facts[$0], RequestKind(observation.observation.pattern))
        && observation.observation.pattern.details.allSatisfy { [index = $0] in
          mismatch(index, $0) == nil
        }
    }
    let alerts = observation.observation.alerts
    let isSeen = alerts.isEmpty ? seen != nil : hasSeen(alerts, from: server)
    return Check(
      observation.descriptor, .note, expected: observation.observation.title,
      observed: isSeen ? "yes" : "no", exchange: alerts.isEmpty ? seen : nil)
  }

  // MARK: Several ways

  private func check(_ alternatives: AlternativesCheck) -> Check {
    var best: (title: String, broken: Int, first: Check?, finding: Finding?, isUnknown: Bool)?
    for way in alternatives.ways {
      if let unmet = precondition(way.checklist) {
        if best == nil { best = (way.title, Int.max, nil, unmet, false) }
        continue
      }
      // A way holds only if nothing in it is broken or noted, at any level. Repeating a refused
      // request without credentials breaks no way.
      let repeats = Set(way.checklist.servers.map(\.repeats.id))
      let broken = judgements(way.checklist).filter {
        $0.verdict != .pass && $0.verdict != .skipped && !repeats.contains($0.descriptor.id)
      }
      if broken.isEmpty {
        return Check(
          alternatives.descriptor, .pass, expected: "one of the allowed ways", observed: way.title)
      }
      let isUnknown = broken.allSatisfy { $0.verdict == .inconclusive }
      if isUnknown != (best?.isUnknown ?? false) ? isUnknown : broken.count < best?.broken ?? .max {
        best = (way.title, broken.count, broken.first, broken.first?.finding, isUnknown)
      }
    }
    let ways = alternatives.ways.map(\.title).joined(separator: "; or ")
    let isUnknown = best?.isUnknown ?? false
    let level = alternatives.descriptor.level
    // Credentials with a known mistake break the rule of the mistake, not that of the ways. If none
    // may be sent, their mistakes do not matter.
    let diagnosis =
      best?.finding?.deviation == .unexpectedCredentials
        || best?.first?.descriptor.kind.isProhibition ?? false
      ? nil : best?.finding?.exchange.flatMap(evidence.diagnosis)
    let known =
      diagnosis == nil ? nil : best?.finding?.exchange.flatMap(evidence.rule(ofMistakeIn:))
    let rule =
      known?.limited(to: level)
      ?? best?.first.map { first in
        let claimsLess = first.level != first.descriptor.level
        return BrokenRule(
          first.requirements.first, claimsLess ? .robust : level, isTopic: first.isAboutTopic)
      }
    var finding = Finding(
      expected: "one of: \(ways)",
      observed: best.map {
        "nearest to “\($0.title)”, but \($0.finding?.observed ?? "not quite")"
      }
        ?? "none of them",
      diagnosis: best?.finding?.diagnosis, exchange: best?.finding?.exchange,
      rule: rule)
    finding.mistake = known == nil ? best?.finding?.mistake : diagnosis?.mistake
    finding.deviation = best?.finding?.deviation
    finding.nearest = best?.first?.descriptor.kind
    return Check(
      alternatives.descriptor,
      isUnknown ? .inconclusive : Verdict(breaking: known == nil ? level : rule?.level ?? level),
      finding)
  }
}

extension Check {
  /// Returns the check as a consequence of another broken check: it reports the rule that was
  /// broken there, at no higher level.
  fileprivate func following(_ cause: Check) -> Check {
    guard verdict == .fail || verdict == .warn, var finding else { return self }
    finding.rule = BrokenRule(
      cause.requirements.first, cause.level, isTopic: cause.isAboutTopic
    ).limited(to: descriptor.level)
    return Check(descriptor, min(Verdict(breaking: descriptor.level), cause.verdict), finding)
  }
}
