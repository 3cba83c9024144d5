internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

extension Invariants {
  /// nc tells how many requests with this nonce the client has sent, the present one included (RFC 7616 3.4): from
  /// 00000001, by one, and never the same twice.
  static let nonceCount = Invariant(
    "nonce-count", "nc starts at 00000001 for each nonce, rises by one and never comes twice",
    level: .must, requirements: ["R086", "R087", "R137"]
  ) { evidence in
    struct Use {
      var server: Int
      var nonce: Octets
      var seen: [UInt32] = []
      var highest: UInt32 = 0
      /// Requests with the nonce that had no count, as where no qop is offered: a client may count them or not.
      var uncounted: UInt32 = 0
      /// Where it was used last.
      var exchange = 0
    }
    // A case has a nonce or two: looking through them is cheaper than a table.
    var uses: [Use] = []
    var hasSubject = false
    for sent in evidence.sent where !sent.isCallers {
      guard let server = sent.server, let fields = sent.digest, let nonce = fields.value(.nonce)
      else { continue }
      let found = uses.firstIndex { $0.server == server && $0.nonce == nonce }
      let place = found ?? uses.count
      if found == nil { uses.append(Use(server: server, nonce: nonce)) }
      guard let count = fields.ncValue else {
        uses[place].uncounted += 1
        continue
      }
      hasSubject = true
      let step = evidence.exchanges[sent.exchange].step
      let isConcurrent =
        evidence.play.steps.indices.contains(step)
        && evidence.play.steps[step].requests.count > 1
      // A request that was never answered may be sent again on a new connection as it was.
      let wasLost = found != nil && evidence.exchanges[uses[place].exchange].reply == nil
      if count <= uses[place].highest, uses[place].seen.contains(count), !wasLost {
        return .broken(
          Finding(
            expected: "another nc for each request with nonce \(abridged(nonce, to: 40))",
            observed: "nc=\(hexadecimal(Int(count))) a second time", exchange: sent.exchange))
      }
      if !isConcurrent, !evidence.hasLostConnection {
        let wanted = uses[place].highest &+ 1
        if count &- wanted > uses[place].uncounted {
          return .broken(
            Finding(
              expected: "nc=\(hexadecimal(Int(wanted))) with nonce \(abridged(nonce, to: 40))",
              observed: "nc=\(hexadecimal(Int(count)))", exchange: sent.exchange))
        }
      }
      uses[place].seen.append(count)
      uses[place].highest = max(count, uses[place].highest)
      uses[place].exchange = sent.exchange
    }
    return hasSubject ? .held : .noSubject
  }
}

extension Evidence {
  /// True when some request may have been lost on the way: then a count may be missing.
  var hasLostConnection: Bool {
    !play.recording.oddities.isEmpty
      || exchanges.indices.contains { index in
        switch exchanges[index].reply?.afterwards {
        case nil, .reset, .stall, .closeSilently: true
        case .keep, .close: false
        }
      }
  }
}
