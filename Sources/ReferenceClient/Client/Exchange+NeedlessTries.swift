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
    let isLater = session.requestCount > 1
    guard let firstHop,
      (needlessTries < 4 && faults.has(.everythingRepeated))
        || (isLater && needlessTries < 42 && faults.has(.laterRequestsRepeated))
    else { return false }
    needlessTries += 1
    connection?.close()
    connection = nil
    hop = firstHop
    hopTries = 0
    redirectCount = 0
    attempts = [:]
    answerers = [:]
    isStreamSpent = false
    // Nor does it reuse the connection.
    session.pool.close { _ in true }
    return true
  }

  /// Starts again if the connection of the challenge ended while the user was asked.
  func forgetsUsersAnswer() -> Bool {
    guard settings.ask, needlessTries < Exchange.mostNeedless,
      attempts.values.contains(where: { $0.next != nil && $0.rounds > 0 }),
      faults.has(.lostConnectionForgetsAnswer)
    else { return false }
    needlessTries += 1
    return true
  }

  /// Repeats a request whose response was incomplete.
  func repeatsBroken() -> Bool {
    guard needlessTries < Exchange.mostNeedless, faults.has(.brokenAnswersRepeated) else {
      return false
    }
    needlessTries += 1
    needsNewConnection = true
    return true
  }

  /// Checks shortly after a request whether a response has arrived.
  func watchForSlowness() {
    guard needlessTries < Exchange.mostNeedless, faults.has(.slowAnswersNotAwaited) else { return }
    let soon = Instant.now.advanced(byMilliseconds: 8)
    patience = session.loop.schedule(at: soon, token: Exchange.patienceToken, handler: self)
  }

  /// Repeats the request, because no response has arrived.
  func tooSlow() {
    needlessTries += 1
    connection?.close()
    connection = nil
    needsNewConnection = true
    attempt()
  }

  /// Connects directly to the origin server after the proxy refused.
  func passesProxyBy() -> Bool {
    guard proxyPeer != nil, faults.has(.proxyPassedBy) else { return false }
    isPastProxy = true
    return true
  }

  /// Sends a token again although the server refused the request for another reason.
  func retriesRefusedToken(_ response: Response) -> Bool {
    guard needlessTries == 0,
      let token = book.logins(at: originPeer, realm: nil, scheme: .bearer).first
    else { return false }
    let lines = response.head.fields.values(of: "WWW-Authenticate")
    let errors = ChallengeReader.read(lines).compactMap { $0.value("error", FaultSet()) }
    guard
      (errors.contains("insufficient_scope") && faults.has(.insufficientScopeRetried))
        || (errors.contains("invalid_request") && faults.has(.invalidRequestRetried))
    else { return false }
    needlessTries += 1
    attempts[originPeer, default: Attempts()].next = Attempts.Answer(
      login: token, offer: Offer(scheme: .bearer))
    return true
  }

  /// Answers a request with the response to an earlier one.
  func isServedFromCache(_ request: ClientRequest) -> Bool {
    guard request.method == "GET", let known = session.cachedResponses[request.url],
      faults.has(.responsesCached)
        || (["ETag", "Cache-Control", "Last-Modified"].contains { known.fields.first($0) != nil }
          && session.loginsOfCachedResponses[request.url] != settings.credentials
          && faults.has(.laterUserServedFromCache))
    else { return false }
    finish(.response(known))
    return true
  }

  /// Requests the page that explains a refusal, if it is on the same origin.
  func followsErrorURI(of response: Response) -> Bool {
    let lines = response.head.fields.values(of: "WWW-Authenticate")
    guard needlessTries == 0,
      let uri = ChallengeReader.read(lines).lazy
        .compactMap({ $0.value("error_uri", FaultSet()) }).first,
      let address = try? URLReference.resolve(uri, at: hop.address),
      address.origin == hop.address.origin, faults.has(.errorURIFollowed)
    else { return false }
    needlessTries += 1
    hop.address = address
    attempts = [:]
    return true
  }

  /// Makes a request again, less securely, after TLS failed.
  func repeatsInsecurely() -> Bool {
    if needlessTries == 0, hop.address.origin.isSecure {
      isInClear = faults.has(.clearAfterTLSFailure)
      isUnverified = faults.has(.verificationOffOnceRefused)
    }
    guard
      (needlessTries == 0 && (isInClear || isUnverified))
        || (needlessTries < 40 && faults.has(.refusedServerTriedAgain))
    else { return false }
    needlessTries += 1
    return true
  }
}
