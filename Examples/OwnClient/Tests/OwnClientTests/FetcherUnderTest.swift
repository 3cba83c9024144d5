// SPDX-License-Identifier: Apache-2.0

import Transcripts
import AuthspecTesting
import Clients
import Foundation
import HTTPAuth
import OwnClient
import Platform

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Connects the client to authspec: passes a session's settings to the client, and its results to
/// authspec.
struct FetcherUnderTest: AsyncClient {
  private let fetcher: Fetcher

  /// The client, with its abilities.
  static func client(on loop: EventLoop) -> any ClientUnderTest {
    AsyncClientUnderTest(
      loop: loop, name: "Fetcher",
      abilities: ["basic", "by-challenge", "per-origin", "redirects", "memory"]
    ) { try FetcherUnderTest($0) }
  }

  init(_ session: ClientSession) throws {
    guard session.redirects > 0 else { throw ClientTrouble.unsupported("no redirects") }
    guard session.schemes == nil else { throw ClientTrouble.unsupported("a choice of schemes") }
    let logins = try session.credentials.map { login in
      guard login.target == .origin, login.realm == nil, login.token == nil,
        let user = login.user.utf8, let password = login.password.utf8
      else { throw ClientTrouble.unsupported("a login for more than an origin") }
      return Fetcher.Login(origin: login.url, user: user, password: password)
    }
    fetcher = Fetcher(logins: logins, timeout: Double(session.timeout) / 1000)
  }

  func response(to request: ClientRequest) async throws -> ClientResponse {
    guard let url = URL(string: request.url) else {
      throw ClientFailure(kind: .url, message: "Foundation rejects the URL \(request.url)")
    }
    var asked = URLRequest(url: url)
    asked.httpMethod = request.method
    asked.httpBody = request.body.map { Data($0.array) }
    do {
      let (response, body) = try await fetcher.fetch(asked)
      return ClientResponse(status: response.statusCode, body: Octets([UInt8](body)))
    } catch let error as URLError {
      throw ClientFailure(kind: FetcherUnderTest.kind(of: error), message: "\(error)")
    }
  }

  func close() async { fetcher.close() }

  private static func kind(of error: URLError) -> ClientFailure.Kind {
    switch error.code {
    // On Linux a challenge without a login cancels the request.
    case .cancelled, .userCancelledAuthentication, .userAuthenticationRequired: .authentication
    case .timedOut: .timeout
    case .httpTooManyRedirects: .redirects
    case .cannotConnectToHost, .networkConnectionLost: .connection
    case .badServerResponse, .cannotParseResponse: .protocol
    default: .other
    }
  }
}
