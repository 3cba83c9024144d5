// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// The repeated requests to one server in one step. A client may send them, whatever a scenario
/// expects.
///
/// - An idle repeat is a refused request that is sent again without credentials. RFC 9110 15.5.2
///   allows a repeat with new credentials and forbids none without.
/// - A redirected request that is sent again unchanged before the client follows is idle, too, if
///   its method is idempotent: "the intended effect on the server of multiple identical requests
///   with that method is the same as the effect for a single such request" (RFC 9110 9.2.2).
/// - A resent request was never answered: "When an inbound connection is closed prematurely, a
///   client MAY open a new connection and automatically retransmit an aborted sequence of requests
///   if all of those requests have idempotent methods" (RFC 9112 9.3.1).
struct RepeatedRequests {
  /// The exchanges without the repeats, as indices in the recording. Of a lost request and its
  /// repeat the first is kept.
  let firsts: [Int]
  /// Like `firsts`, but of a lost request and its repeat the last is kept.
  let lasts: [Int]
  /// The idle repeats among the exchanges.
  let idle: [Int]

  /// The parts in which a request and its repeat are equal.
  private struct Line: Hashable {
    let method: Octets
    let target: Octets
  }

  /// Finds the repeats among the exchanges of one server in one step.
  init(_ seen: [Int], _ evidence: AnalyzedTranscript) {
    var firsts: [Int] = []
    var lasts: [Int] = []
    var idle: [Int] = []
    // Only requests of the same method and target are compared.
    var earlier: [Line: [Int]] = [:]
    for exchange in seen {
      let request = evidence.exchanges[exchange].request
      let line = Line(method: request.method, target: request.target)
      let same = earlier[line] ?? []
      if same.contains(where: { evidence.isIdle(exchange, after: $0) })
        || firsts.last.map({ evidence.isRedirectedAgain(exchange, after: $0) }) == true
      {
        idle.append(exchange)
        continue
      }
      if same.contains(where: { evidence.isResent(exchange, after: $0) }) {
        if let lost = lasts.lastIndex(where: { evidence.isResent(exchange, after: $0) }) {
          lasts.remove(at: lost)
        }
      } else {
        firsts.append(exchange)
        earlier[line, default: []].append(exchange)
      }
      lasts.append(exchange)
    }
    self.firsts = firsts
    self.lasts = lasts
    self.idle = idle
  }
}

extension AnalyzedTranscript {
  /// `true` if a request without credentials repeats an earlier one that was refused with 401 or
  /// 407.
  fileprivate func isIdle(_ exchange: Int, after earlier: Int) -> Bool {
    guard isSameRequest(exchange, earlier) else { return false }
    if let status = exchanges[earlier].status, status == 401 || status == 407,
      case .absent = facts[exchange].credentials
    {
      return true
    }
    // A forwarded request is idle if it is idle at the origin server.
    guard let inner = forwarded(exchange), let innerEarlier = forwarded(earlier) else {
      return false
    }
    return isIdle(inner, after: innerEarlier)
  }

  /// `true` if a request repeats an earlier one that was never answered, with the same kind of
  /// credentials.
  fileprivate func isResent(_ exchange: Int, after earlier: Int) -> Bool {
    isSameRequest(exchange, earlier) && isUnanswered(earlier)
      && hasSameCredentials(exchange, earlier)
  }

  /// `true` if a request repeats an earlier one that was redirected to another target, with the
  /// same kind of credentials, and another request follows.
  fileprivate func isRedirectedAgain(_ exchange: Int, after earlier: Int) -> Bool {
    let idempotent: [Octets] = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]
    let request = exchanges[earlier].request
    guard exchanges[earlier].isRedirect, isSameRequest(exchange, earlier),
      idempotent.contains(request.method), hasSameCredentials(exchange, earlier),
      let location = exchanges[earlier].reply?.fields?.first("Location"), !location.isEmpty,
      location != request.target, TargetForm(location, method: "GET").path != request.target
    else { return false }
    return exchanges[(exchange + 1)...].contains {
      $0.step == exchanges[exchange].step && $0.request.target != request.target
    }
  }

  private func hasSameCredentials(_ exchange: Int, _ earlier: Int) -> Bool {
    let one = facts[exchange].credentials
    let other = facts[earlier].credentials
    return one.scheme == other.scheme && (one.proof == nil) == (other.proof == nil)
  }

  /// `true` if the client saw no response: the connection ended, or nothing was sent.
  func isUnanswered(_ exchange: Int) -> Bool {
    guard let reply = exchanges[exchange].reply else { return true }
    switch reply.content {
    case .nothing: return true
    // "Requests that have not been processed have not failed" (RFC 9113 8.7).
    case .streamEnd(let end): return end.isUnprocessed
    case .response, .raw, .tunnel, .webSocket: return false
    }
  }

  private func isSameRequest(_ one: Int, _ other: Int) -> Bool {
    exchanges[one].request.method == exchanges[other].request.method
      && exchanges[one].request.target == exchanges[other].request.target
  }
}
