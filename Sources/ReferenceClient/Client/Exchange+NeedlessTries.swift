// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// Requests that the client should not make. All of them are faults.
extension Exchange {
  /// More than any scenario allows.
  private static let mostNeedless = 6

  /// Starts the request again after its end.
  func repeatsEverything() -> Bool {
    let isLater = session.faultState.requestCount > 1
    guard let first = chain.firstHop,
      (faultState.needlessTries < 4 && faults.has(.everythingRepeated))
        || (isLater && faultState.needlessTries < 42 && faults.has(.laterRequestsRepeated))
    else { return false }
    faultState.needlessTries += 1
    connection?.close()
    connection = nil
    hop = first
    sending.tries = 0
    chain.length = 0
    attempts = [:]
    handshakes.answerers = [:]
    sending.isStreamSpent = false
    // Nor does it reuse the connection.
    session.pool.close { _ in true }
    return true
  }

  /// Repeats a request whose response was incomplete.
  func repeatsBroken() -> Bool {
    guard faultState.needlessTries < Exchange.mostNeedless, faults.has(.brokenAnswersRepeated)
    else {
      return false
    }
    faultState.needlessTries += 1
    sending.needsNewConnection = true
    return true
  }

  /// Checks shortly after a request whether a response has arrived.
  func watchForSlowness() {
    guard faultState.needlessTries < Exchange.mostNeedless, faults.has(.slowAnswersNotAwaited)
    else { return }
    wait(milliseconds: 8)
  }

  /// Repeats the request, because no response has arrived.
  func tooSlow() {
    faultState.needlessTries += 1
    connection?.close()
    connection = nil
    sending.needsNewConnection = true
    attempt()
  }

  /// Connects directly to the origin server after the proxy refused.
  func passesProxyBy() -> Bool {
    guard proxyPeer != nil, faults.has(.proxyPassedBy) else { return false }
    faultState.isPastProxy = true
    return true
  }

  /// Sends a token again although the server refused the request for another reason.
  func retriesRefusedToken(_ response: Response) -> Bool {
    guard faultState.needlessTries == 0,
      let token = book.logins(at: originPeer, realm: nil, scheme: .bearer).first
    else { return false }
    let lines = response.head.fields.values(of: "WWW-Authenticate")
    let errors = ChallengeReader.read(lines).compactMap { $0.value("error", FaultSet()) }
    guard
      (errors.contains("insufficient_scope") && faults.has(.insufficientScopeRetried))
        || (errors.contains("invalid_request") && faults.has(.invalidRequestRetried))
    else { return false }
    faultState.needlessTries += 1
    attempts[originPeer, default: Attempts()].next = Attempts.Answer(
      login: token, offer: Offer(scheme: .bearer))
    return true
  }

  /// Answers a request with the response to an earlier one.
  func isServedFromCache(_ request: ClientRequest) -> Bool {
    guard request.method == "GET", let known = session.faultState.cachedResponses[request.url],
      faults.has(.responsesCached)
        || (["ETag", "Cache-Control", "Last-Modified"].contains { known.fields.first($0) != nil }
          && session.faultState.loginsOfCachedResponses[request.url] != settings.credentials
          && faults.has(.laterUserServedFromCache))
    else { return false }
    finish(.response(known))
    return true
  }

  /// Requests the page that explains a refusal, if it is on the same origin.
  func followsErrorURI(of response: Response) -> Bool {
    let lines = response.head.fields.values(of: "WWW-Authenticate")
    guard faultState.needlessTries == 0,
      let uri = ChallengeReader.read(lines).lazy
        .compactMap({ $0.value("error_uri", FaultSet()) }).first,
      let address = try? URLReference.resolve(uri, at: hop.address),
      address.origin == hop.address.origin, faults.has(.errorURIFollowed)
    else { return false }
    faultState.needlessTries += 1
    hop.address = address
    attempts = [:]
    return true
  }

  /// Makes a request again, less securely, after TLS failed.
  func repeatsInsecurely() -> Bool {
    if faultState.needlessTries == 0, hop.address.origin.isSecure {
      faultState.isInClear = faults.has(.clearAfterTLSFailure)
      faultState.isUnverified = faults.has(.verificationOffOnceRefused)
    }
    guard
      (faultState.needlessTries == 0 && (faultState.isInClear || faultState.isUnverified))
        || (faultState.needlessTries < 40 && faults.has(.refusedServerTriedAgain))
    else { return false }
    faultState.needlessTries += 1
    return true
  }
}
