// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Invariants {
  /// "A client MUST ensure that its HTTP requests for an "https" resource are secured, prior to
  /// being communicated" (RFC 9110 4.2.2): no part of them is sent in clear, neither to their
  /// server nor to a proxy, and none before the client has accepted the server (4.3.4).
  ///
  /// The subject is a request for an https URL that the client was asked to make.
  static let secured = Invariant(
    .secured, "A request for an https URL goes over TLS, to a server that the client accepts",
    requirements: ["R220", "R210"]
  ) { evidence in
    let steps = evidence.play.steps
    guard steps.contains(where: { $0.requests.contains { $0.isSecure } }) else {
      return .noSubject
    }
    return evidence.requestInClear ?? evidence.forwardedSecureRequest
      ?? steps.indices.lazy.compactMap(evidence.requestBeforeRefusal).first ?? .held
  }
}

extension RequestOutcome {
  fileprivate var isSecure: Bool {
    request.url.utf8.prefix(6).elementsEqual("https:".utf8) { $0.asciiLowercased == $1 }
  }
}

extension AnalyzedTranscript {
  /// The outcome for octets in clear on a port for TLS; `nil` if there are none, or a redirect may
  /// have led there.
  fileprivate var requestInClear: Invariant.Outcome? {
    for (connection, handshake) in play.recording.handshakes.sorted(by: { $0.key < $1.key })
    where handshake.end == .clear && play.steps.indices.contains(handshake.step) {
      let server = play.recording.connections[connection].server
      let isAsked = play.steps[handshake.step].requests.contains {
        $0.isSecure
          && addresses.origin(meantBy: TargetForm(Octets($0.request.url), method: "GET")) == server
      }
      let leadsToHTTP = exchanges.contains {
        $0.step == handshake.step && (300..<400).contains($0.status ?? 0)
      }
      guard isAsked, !leadsToHTTP else { continue }
      return .broken(
        expected: "nothing but TLS to \(expectations.servers[server].name)",
        observed: "octets in clear", rule: BrokenRule("R220", .must))
    }
    return nil
  }

  /// The outcome for an https request that a proxy is to forward, and so can read.
  fileprivate var forwardedSecureRequest: Invariant.Outcome? {
    let index = exchanges.indices.first { index in
      facts[index].target.isSecure == true
        && expectations.servers[exchanges[index].server].kind == .proxy
    }
    return index.map {
      .broken(
        expected: "https requests in a tunnel only",
        observed: "a request for an https URL that a proxy is to forward", exchange: $0,
        rule: BrokenRule("R220", .must))
    }
  }

  /// The outcome for a request to a server that the client then refuses.
  ///
  /// This is the case if the client reports a failure of TLS, although the last handshake of the
  /// step led to a request and a complete response, which is no redirect, on a connection that
  /// stays open.
  fileprivate func requestBeforeRefusal(_ step: Int) -> Invariant.Outcome? {
    guard play.steps[step].requests.count == 1, let request = play.steps[step].requests.first,
      case .failure(let failure) = request.outcome, failure.kind == .tls,
      let last = play.recording.handshakes.filter({ $0.value.step == step }).keys.max(),
      let index = exchanges.indices.last(where: { exchanges[$0].step == step }),
      exchanges[index].connection == last, exchanges[index].replied != nil,
      let status = exchanges[index].status, !(300..<400).contains(status),
      exchanges[index].reply?.afterwards == .keep,
      !exchanges[index].request.method.equals("CONNECT")
    else { return nil }
    return .broken(
      expected: "no request to a server that the client refuses",
      observed: "a request, and then a refusal: \(failure.message)", exchange: index,
      rule: BrokenRule("R210", .robust))
  }
}
