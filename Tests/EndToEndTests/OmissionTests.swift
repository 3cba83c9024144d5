// SPDX-License-Identifier: Apache-2.0

import Clients
import Foundation
import Platform
import Playing
import ReferenceClient
import Scenarios
import TestThreads
import Testing
import Transcripts

/// A client that does less than a scenario needs violates no sentence about what it does not do.
@Suite("Clients that do less", .onOwnThreads)
struct OmissionTests {
  @Test("No MUST is printed for what did not happen", arguments: Omission.allCases)
  func nothingIsViolated(_ omission: Omission) throws {
    var broken: [String] = []
    var hasBroken = false
    let certificates = try Workplace()
    try certificates.write("", to: "none.pem")
    let trustsNobody = "\(certificates.path)/none.pem"
    Run(
      plans: try CatalogueFixture.cases().planned(on: .wire), options: RunOptions(), expected: nil
    ) { OmittingClient(ReferenceClient(loop: $0), omission, trustsNobody: trustsNobody) }
    .perform(interruption: Interruption()) { event in
      guard case .caseFinished(let result) = event else { return }
      for check in result.checks where check.verdict.isBroken {
        hasBroken = true
        guard check.level == .must else { continue }
        broken.append(
          "\(result.played.id) \(check.descriptor.id) \(check.requirements): "
            + (check.finding?.observed ?? ""))
      }
    }
    #expect(hasBroken)
    #expect(broken == [], "\(broken.count) checks")
  }
}

/// What a client leaves out.
enum Omission: String, CaseIterable {
  /// It makes no request, and reports an error of its own.
  case requests
  /// It reports that no server accepts a connection.
  case connections
  /// It refuses each URL.
  case urls
  /// It follows no redirect.
  case redirects
  /// It trusts no server with TLS.
  case trust
  /// It makes its requests, and an error of its caller's library hides the last response.
  case outcomes
}

/// The reference client without one thing.
private final class OmittingClient: ClientUnderTest {
  private let client: ReferenceClient
  private let omission: Omission
  private let trustsNobody: String
  private let listener = Listener()

  init(_ client: ReferenceClient, _ omission: Omission, trustsNobody: String) {
    self.client = client
    self.omission = omission
    self.trustsNobody = trustsNobody
    client.observer = listener
    listener.hidesResponses = omission == .outcomes
  }

  var identity: ClientIdentity { client.identity }
  var place: ClientPlace { client.place }
  var observer: (any ClientObserver)? {
    get { listener.observer }
    set { listener.observer = newValue }
  }

  func open(_ session: ClientSession) -> ClientTrouble? { client.open(changed(session)) }
  func change(_ session: ClientSession) -> ClientTrouble? { client.change(changed(session)) }
  func abandon(_ number: Int) -> String { client.abandon(number) }
  func close() -> ClientTrouble? { client.close() }

  func start(_ request: ClientRequest, number: Int) {
    let failure: ClientFailure
    switch omission {
    case .requests: failure = ClientFailure(kind: .other, message: "not today")
    case .connections: failure = ClientFailure(kind: .connection, message: "refused")
    case .urls: failure = ClientFailure(kind: .url, message: "not a URL")
    case .redirects, .trust, .outcomes: return client.start(request, number: number)
    }
    listener.client(finished: number, .failure(failure))
  }

  private func changed(_ session: ClientSession) -> ClientSession {
    var session = session
    if omission == .redirects { session.redirects = 0 }
    if omission == .trust { session.tls?.caFile = trustsNobody }
    return session
  }

  /// Hands everything on to the observer, or an error for each response.
  private final class Listener: ClientObserver {
    weak var observer: (any ClientObserver)?
    var hidesResponses = false

    func client(finished request: Int, _ outcome: ClientOutcome) {
      var outcome = outcome
      if hidesResponses, case .response = outcome {
        outcome = .failure(ClientFailure(kind: .other, message: "an error of the library"))
      }
      observer?.client(finished: request, outcome)
    }

    func client(asks question: CredentialsQuestion) -> CredentialsAnswer {
      observer?.client(asks: question) ?? .cancel
    }

    func clientWasMadeAnew() { observer?.clientWasMadeAnew() }
  }
}
