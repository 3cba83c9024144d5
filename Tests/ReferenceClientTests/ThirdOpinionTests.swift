// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import ReferenceClient
import Transcripts
import CMicroHTTPD
import TestThreads
import Testing

/// The reference client and the judge could share a misunderstanding of Digest. libmicrohttpd makes
/// and checks its own challenges, and libcurl its own answers.
@Suite("libmicrohttpd's own Digest", .onOwnThreads) struct ThirdOpinionTests {
  enum Who: String, CaseIterable {
    case reference, libcurl
  }

  /// An algorithm of libmicrohttpd, which offers only qop=auth.
  enum Algorithm: CaseIterable {
    case md5, sha256

    /// The number in microhttpd.h.
    var code: MHD_DigestAuthAlgorithm? { .init(rawValue: self == .md5 ? 1 : 2) }
  }

  /// An observer that keeps the last outcome, and answers no question.
  private final class Outcomes: ClientObserver {
    var last: ClientOutcome?
    func client(finished request: Int, _ outcome: ClientOutcome) { last = outcome }
    func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }
  }

  /// The statuses that a client gets for these requests, and the library's opinions of its
  /// credentials.
  private func play(
    _ who: Who, _ algorithm: Algorithm, _ requests: [(method: String, path: String)],
    password: Octets = Octets(DigestDaemon.password), faults: Set<Fault.Name> = []
  ) throws -> (statuses: [Int?], opinions: [DigestDaemon.Opinion]) {
    let loop = EventLoop()
    let daemon = try DigestDaemon(loop: loop, algorithm: #require(algorithm.code))
    defer { daemon.stop() }
    let client: any ClientUnderTest =
      switch who {
      case .reference: ReferenceClient(loop: loop, faults: faults)
      case .libcurl: LibcurlClient(loop: loop)
      }
    let outcomes = Outcomes()
    client.observer = outcomes
    var session = ClientSession()
    session.credentials = [
      ClientCredentials(
        target: .origin, url: daemon.url, user: Octets(DigestDaemon.user), password: password)
    ]
    #expect(client.open(session) == nil)
    defer { client.close() }
    var statuses: [Int?] = []
    for (number, request) in requests.enumerated() {
      outcomes.last = nil
      client.start(
        ClientRequest(
          method: request.method, url: daemon.url + request.path,
          body: request.method == "POST" ? "colour=green" : nil), number: number)
      while outcomes.last == nil { loop.turn(until: Instant.now.advanced(byMilliseconds: 20)) }
      if case .response(let response) = outcomes.last {
        statuses.append(response.status)
      } else {
        statuses.append(nil)
      }
    }
    return (statuses, daemon.opinions)
  }

  private static let requests = [
    (method: "GET", path: "/report"), (method: "GET", path: "/search?q=a%20b&page=2"),
    (method: "POST", path: "/form?page=1"), (method: "DELETE", path: "/folder/file.txt"),
  ]

  @Test("It takes what a right client sends", arguments: Who.allCases, Algorithm.allCases)
  func right(_ who: Who, _ algorithm: Algorithm) throws {
    let (statuses, opinions) = try play(who, algorithm, Self.requests)
    #expect(statuses == [200, 200, 200, 200])
    #expect(opinions.count(where: { $0 == .right }) == 4)
    #expect(!opinions.contains(.wrong))
  }

  @Test("It refuses a wrong password", arguments: Who.allCases, Algorithm.allCases)
  func wrongPassword(_ who: Who, _ algorithm: Algorithm) throws {
    let (statuses, opinions) = try play(
      who, algorithm, [(method: "GET", path: "/report")], password: "close sesame")
    #expect(statuses == [401])
    #expect(!opinions.isEmpty)
    #expect(!opinions.contains(.right))
  }

  @Test(
    "It refuses what a client with a fault sends",
    arguments: [
      .methodAlwaysGET, .uriWithoutQuery, .uriLowerCase, .qopLeftOutOfHash, .realmFolded,
      .cnonceLeftOut,
    ] as [Fault.Name], Algorithm.allCases)
  func fault(_ fault: Fault.Name, _ algorithm: Algorithm) throws {
    let (statuses, opinions) = try play(
      .reference, algorithm, [(method: "POST", path: "/Form?page=1")], faults: [fault])
    #expect(statuses == [401])
    #expect(!opinions.isEmpty)
    #expect(!opinions.contains(.right))
  }

  @Test("It calls a nonce stale whose count does not rise", arguments: Algorithm.allCases)
  func count(_ algorithm: Algorithm) throws {
    let (_, opinions) = try play(
      .reference, algorithm, Self.requests, faults: [.ncNotRaised])
    #expect(opinions.prefix(2) == [.right, .nonce])
  }
}
