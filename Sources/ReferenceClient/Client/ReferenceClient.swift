// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Scenarios
import Transcripts

/// A small, complete client of HTTP/1.1 and HTTP/2, written from the RFCs, on the worker's own
/// loop.
///
/// It shows that every scenario can be passed and, with its faults, that the scenarios notice
/// defects. It shares no parser and no computation with the judge, only octets, field sections,
/// hash functions, Base64 and the layout of the NTLM messages that it sends.
package final class ReferenceClient: ClientUnderTest {
  /// Receives the results of requests, and the prompts for credentials.
  package weak var observer: (any ClientObserver)?

  private let loop: EventLoop
  private let faults: FaultSet
  private let preferences: Preferences
  private var session: Session?
  /// Requests that wait for the one before: a variant.
  private var waiting: [(request: ClientRequest, number: Int)] = []

  /// Makes a client on a loop with faults and variants. Without faults it behaves correctly, with
  /// any variants. `watch` records the faults and variants that could make a difference.
  package init(
    loop: EventLoop, faults: Set<Fault.Name> = [], variants: Set<Variant.Name> = [],
    preferences: Preferences = Preferences(), watch: FaultWatch? = nil
  ) {
    self.loop = loop
    self.faults = FaultSet(faults, variants: variants, watch: watch)
    self.preferences = preferences
  }

  deinit { session?.end() }

  /// The thread of its loop.
  package var place: ClientPlace { .thisThread }

  /// Its name and version, and all abilities.
  package var identity: ClientIdentity {
    ClientIdentity(
      name: "reference", version: "1",
      abilities: Set([
        .basic, .digest, .digestSession, .digestSHA256, .digestSHA512Slash256,
        .digestAuthInt, .digestUserHash, .bearer, .byChallenge, .preemptive,
        .perOrigin, .perRealm, .ask, .proxy, .tunnel, .proxyDigest, .connect,
        .redirects, .cookies, .userinfo, .headers, .memory, .change, .concurrent, .stream,
        .netrc, .resolve, .internationalNames, .tls, .tlsPin, .tlsRevocationList, .proxyTLS,
        .clientCertificate, .clientCertificatePerOrigin, .negotiate, .proxyNegotiate,
        .delegate, .ntlm, .ntlmVersion2, .proxyNTLM, .dpop, .scram, .proxySCRAM, .registry,
        .resourceMetadata, .webSocket, .store,
        .storeChoice, .storePerRealm, .forget, .http2, .priorKnowledge, .proxyHTTP2,
      ]))
  }

  /// Several cases at once, because the client waits only on the loop.
  package var mostAtOnce: Int { 8 }

  /// Starts a session without connections, cookies or remembered credentials.
  package func open(_ session: ClientSession) -> ClientTrouble? {
    self.session?.end()
    // The library finds the KDC through the environment of this process.
    if let kerberos = session.kerberos, kerberos.needsKDC,
      ThisProcess.environment("KRB5_CONFIG") != kerberos.configuration
    {
      return .unsupported("Kerberos, as KRB5_CONFIG of this process is another")
    }
    self.session = Session(session, loop: loop, faults: faults, preferences: preferences)
    return nil
  }

  /// Changes the settings for later requests.
  package func change(_ session: ClientSession) -> ClientTrouble? {
    guard let open = self.session else { return .faulty("there is no session") }
    open.change(session)
    return nil
  }

  /// Starts a request.
  package func start(_ request: ClientRequest, number: Int) {
    guard let session else {
      let failure = ClientFailure(kind: .internal, message: "there is no session")
      observer?.client(finished: number, .failure(failure))
      return
    }
    if !session.exchanges.isEmpty, faults.takes(.oneRequestAtATime) {
      waiting.append((request, number))
      return
    }
    let exchange = Exchange(
      number: number, session: session,
      ask: { [weak self] question in self?.observer?.client(asks: question) ?? .cancel },
      finished: { [weak self, weak session] outcome in
        session?.exchanges[number] = nil
        self?.observer?.client(finished: number, outcome)
        self?.startNext()
      })
    session.exchanges[number] = exchange
    session.faultState.requestCount += 1
    exchange.start(request)
  }

  /// Starts a request that has waited for another.
  private func startNext() {
    guard !waiting.isEmpty else { return }
    let (request, number) = waiting.removeFirst()
    start(request, number: number)
  }

  /// Ends a request without an outcome.
  @discardableResult
  package func abandon(_ number: Int) -> String {
    waiting.removeAll { $0.number == number }
    session?.exchanges.removeValue(forKey: number)?.abandon()
    return ""
  }

  /// Ends the session.
  @discardableResult
  package func close() -> ClientTrouble? {
    waiting.removeAll()
    session?.end()
    session = nil
    return nil
  }
}
