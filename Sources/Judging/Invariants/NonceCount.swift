// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension Invariants {
  /// "the hexadecimal count of the number of requests (including the current request) that the
  /// client has sent with the nonce value in this request" (RFC 7616 3.4): it begins at 00000001,
  /// rises by one, and never repeats.
  ///
  /// If a challenge repeats a nonce, the client may start again or continue counting. It may count a
  /// nonce that several servers issued for each of them, or for all together. A nonce that the
  /// server did not issue is checked by `nonceStays`.
  static let nonceCount = Invariant(
    .nonceCount, "nc starts at 00000001 for each nonce, rises by one and never comes twice",
    requirements: ["R086", "R087", "R137"]
  ) { evidence in
    struct Use {
      var server: Int
      var nonce: Octets
      /// For each count the last exchange that used it, and the number of uses.
      var seen: [UInt32: (exchange: Int, times: Int)] = [:]
      var highest: UInt32 = 0
      /// `true` until it is used with a count.
      var isFirst: Bool { highest == 0 }
      /// The number of requests with the nonce but without a count, as for a challenge without qop.
      /// A client may count them or not.
      var uncounted: UInt32 = 0
      /// The number of requests with the nonce.
      var requests: UInt32 = 0
      /// The number of challenges with the nonce when it was used last.
      var challenges = 0
    }
    // A case has one or two nonces: a linear search is faster than a table.
    var uses: [Use] = []
    return evidence.examineCredentials { sent in
      guard let server = sent.server, let fields = sent.digest, let nonce = fields.value(.nonce)
      else { return .noSubject }
      let challenges = sent.issued.count(withNonce: nonce)
      let found = uses.firstIndex { $0.server == server && $0.nonce == nonce }
      let place = found ?? uses.count
      if found == nil { uses.append(Use(server: server, nonce: nonce, challenges: challenges)) }
      let isNewlyIssued = challenges > uses[place].challenges
      uses[place].challenges = challenges
      uses[place].requests += 1
      if challenges == 0, evidence.issuer(of: nonce, otherThan: server) != nil {
        return .noSubject
      }
      guard let count = fields.ncValue else {
        uses[place].uncounted += 1
        return .noSubject
      }
      let isConcurrent = evidence.requestCount(in: evidence.exchanges[sent.exchange].step) > 1
      // A client may treat a repeated nonce as a new one.
      if isNewlyIssued, count <= uses[place].highest {
        uses[place].seen = [:]
        uses[place].highest = 0
        uses[place].uncounted = 0
      }
      // A request that was never answered may be sent again unchanged on a new connection (RFC 9112
      // 9.3.1).
      if let before = uses[place].seen[count], !evidence.isUnanswered(before.exchange),
        // Of concurrent requests, each of several challenges with the nonce may have its own count.
        !isConcurrent || before.times >= challenges
      {
        let isCopy = evidence.isCopy(sent, of: before.exchange)
        return .broken(
          Finding(
            expected: "another nc for each request with nonce \(abridged(nonce, to: 40))",
            observed: "nc=\(hexadecimal(Int(count))) a second time",
            diagnosis: isCopy
              ? "the whole field of an earlier request, for another target, is sent again" : nil,
            exchange: sent.exchange,
            rule: BrokenRule(isConcurrent ? "R137" : "R087", .robust),
            mistake: isCopy ? .uriOther : nil))
      }
      if !isConcurrent, !evidence.hasLostConnection {
        let wanted = uses[place].highest &+ 1
        let elsewhere = uses.reduce(0) {
          $1.nonce == nonce && $1.server != server ? $0 &+ $1.requests : $0
        }
        if count &- wanted > uses[place].uncounted &+ elsewhere {
          return .broken(
            expected: "nc=\(hexadecimal(Int(wanted))) with nonce \(abridged(nonce, to: 40))",
            observed: "nc=\(hexadecimal(Int(count)))", exchange: sent.exchange,
            rule: BrokenRule(uses[place].isFirst && uses.count > 1 ? "R087" : "R086", .robust))
        }
      }
      uses[place].seen[count] = (sent.exchange, (uses[place].seen[count]?.times ?? 0) + 1)
      uses[place].highest = max(count, uses[place].highest)
      return .held
    }
  }
}

extension AnalyzedTranscript {
  /// `true` if a Digest is a copy of an earlier one, which was for another target: then more than
  /// the count is wrong.
  fileprivate func isCopy(_ digest: SentCredentials, of earlier: Int) -> Bool {
    let target = exchanges[digest.exchange].request.target
    return target != exchanges[earlier].request.target && digest.digest?.value(.uri) != target
      && sent.contains { $0.exchange == earlier && $0.value == digest.value }
  }

  /// `true` if a request may have been lost on the way: then a count may be missing.
  var hasLostConnection: Bool {
    !play.recording.oddities.isEmpty || hasClosedIdleConnection
      || exchanges.indices.contains { index in
        switch exchanges[index].reply?.afterwards {
        case nil, .reset, .stall, .closeSilently, .truncate: true
        case .keep, .close, .streamReset: false
        }
      }
  }

  /// "A client, server, or proxy MAY close the transport connection at any time" (RFC 9112 9.5): a
  /// client may have sent a request before it saw that the server had closed an idle connection.
  private var hasClosedIdleConnection: Bool {
    let connections = play.recording.connections
    return connections.indices.contains { connection in
      guard connections[connection].end == .byServer,
        let last = exchanges.last(where: { $0.connection == connection })?.reply
      else { return false }
      if case .keep = last.afterwards { return true }
      return false
    }
  }
}
