internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

extension Invariants {
  /// "the count of requests (including the current request) that the client has sent with the nonce value in this
  /// request" (RFC 7616 3.4, on nc): from 00000001, by one, and never the same twice.
  static let nonceCount = Invariant(
    "nonce-count", "nc starts at 00000001 for each nonce, rises by one and never comes twice",
    level: .must, requirements: ["R086", "R087", "R137"]
  ) { evidence in
    struct Use: Hashable {
      var server: Int
      var nonce: Octets
    }
    var latest: [Use: (count: UInt32, exchange: Int)] = [:]
    var seen: [Use: Set<UInt32>] = [:]
    var hasSubject = false
    for sent in evidence.sent where !sent.isCallers {
      guard let server = sent.server, sent.scheme == .digest, let credentials = sent.credentials,
        let nonce = credentials.value(of: "nonce"), credentials.parameter("nc") != nil,
        let count = DigestFields(credentials).ncValue
      else { continue }
      hasSubject = true
      let exchange = evidence.play.recording.exchanges[sent.exchange]
      let isConcurrent =
        evidence.play.steps.indices.contains(exchange.step)
        && evidence.play.steps[exchange.step].requests.count > 1
      let use = Use(server: server, nonce: nonce)
      let before = latest[use]
      let text = hexadecimal(Int(count))
      // A request that was never answered may be sent again on a new connection as it was.
      let wasLost =
        before.map { evidence.play.recording.exchanges[$0.exchange].reply == nil } ?? false
      if seen[use, default: []].contains(count), !wasLost {
        return .broken(
          Finding(
            expected: "another nc for each request with nonce \(abridged(nonce, to: 40))",
            observed: "nc=\(text) a second time", exchange: sent.exchange))
      }
      if !isConcurrent, !evidence.hasLostConnection {
        let wanted = (before?.count ?? 0) &+ 1
        if count != wanted {
          return .broken(
            Finding(
              expected: "nc=\(hexadecimal(Int(wanted))) with nonce \(abridged(nonce, to: 40))",
              observed: "nc=\(text)", exchange: sent.exchange))
        }
      }
      seen[use, default: []].insert(count)
      latest[use] = (max(count, before?.count ?? 0), sent.exchange)
    }
    return hasSubject ? .held : .noSubject
  }
}

extension Evidence {
  /// True when some request may have been lost on the way: then a count may be missing.
  var hasLostConnection: Bool {
    !play.recording.oddities.isEmpty
      || play.recording.exchanges.contains { exchange in
        guard let reply = exchange.reply else { return true }
        switch reply.afterwards {
        case .reset, .stall, .closeSilently: return true
        case .keep, .close: return false
        }
      }
  }
}
