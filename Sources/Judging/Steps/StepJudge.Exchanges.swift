// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The exchanges of each server, in their order.
extension StepJudge {
  func append(_ checklist: ServerChecklist, to checks: inout [Check]) {
    guard let server = evidence.expectations.place(of: checklist.server) else { return }
    var seen = evidence.exchanges(step: step, server: server)
    var alignment = align(seen, checklist)
    let count = seen.count
    // Concurrent requests do not repeat each other.
    if alignment.places == nil, outcome.requests.count == 1 {
      leaveOutRepeats(of: &seen, &alignment, checklist, to: &checks)
    }
    guard let places = alignment.places else {
      let finding = disagreement(checklist, seen, alignment, hasMore: seen.count < count)
      return append(
        finding, isUnknown: isUnknown(checklist, seen, alignment), checklist, to: &checks)
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

  /// Compares the exchanges without those that only repeat others: the last of each, or else the
  /// first, and notes that there were such.
  private func leaveOutRepeats(
    of seen: inout [Int], _ alignment: inout SequenceAlignment, _ checklist: ServerChecklist,
    to checks: inout [Check]
  ) {
    let repeated = RepeatedRequests(seen, evidence)
    guard repeated.firsts.count < seen.count else { return }
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

  /// Adds the check of exchanges that are not the expected ones, and those of their details.
  private func append(
    _ disagreement: Finding, isUnknown: Bool, _ checklist: ServerChecklist,
    to checks: inout [Check]
  ) {
    var finding = disagreement
    // Credentials with a known mistake break the rule of the mistake.
    let broken = Verdict(breaking: finding.rule?.level ?? checklist.sequence.level)
    if finding.rule == nil {
      finding.rule = rule(checklist.sequence, finding.deviation?.evidence, in: finding.exchange)
    }
    let verdict = isUnknown ? .inconclusive : broken
    checks.append(Check(checklist.sequence, verdict, finding))
    // Details that cannot be checked are not graver than the reason why.
    guard verdict >= .inconclusive else { return }
    for detail in checklist.exchanges.flatMap(\.details) {
      checks.append(
        Check(
          detail.descriptor, .inconclusive, expected: detail.descriptor.title,
          observed: "the exchanges are not the expected ones"))
    }
  }

  private func align(_ seen: [Int], _ checklist: ServerChecklist) -> SequenceAlignment {
    SequenceAlignment(expected: checklist.counts, seen: seen.count) { place, item in
      fits(seen[place], checklist.exchanges[item])
    }
  }

  /// Checks a detail of an expected exchange; `nil` if the exchange did not occur and need not.
  func check(
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
  func mismatch(_ exchange: Int, _ detail: PatternDetail) -> Finding? {
    guard case .webSocket(let wanted) = detail else {
      return match.mismatch(evidence.facts[exchange], detail)
    }
    let opened = evidence.exchanges[exchange].forwardedFrom ?? exchange
    return match.mismatch(evidence.play.recording.webSockets[opened], wanted)
  }

  /// Why a detail cannot be compared with a captured value; `nil` if the values were captured.
  func unknownCapture(_ details: [PatternDetail]) -> Finding? {
    for detail in details {
      guard let name = detail.comparedCapture, match.captured[name] == nil else { continue }
      return Finding(
        expected: "a value kept as \(name) to compare with", observed: "there was none")
    }
    return nil
  }

  func fits(_ exchange: Int, _ expected: ExchangeChecklist) -> Bool {
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
  func isUnknown(
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
    let wanted =
      alignment.compared(with: checklist.counts) { fits(seen[$0], checklist.exchanges[$1]) }
      .map { checklist.exchanges[$0] }
    var expected =
      wanted.map { ExchangeDescription.expected($0.expectation, evidence.addresses) }
      ?? "no further request"
    if let wanted, item == checklist.exchanges.count {
      expected =
        wanted.expectation.count.upperBound == 0
        ? "no further request" : expected + ", or no further request"
    }
    guard place < seen.count else {
      var finding = Finding(
        expected: "\(number): \(expected)",
        observed: end(after: place, of: checklist.server, hasMore: hasMore),
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

  private func end(after count: Int, of server: String, hasMore: Bool) -> String {
    if count == 0 { return "no request to \(server)" }
    return hasMore
      ? "after the first \(count) only the same again without credentials"
      : "no request after the first \(count)"
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
}
