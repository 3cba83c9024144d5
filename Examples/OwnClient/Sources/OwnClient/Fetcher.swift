// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Fetches the resource at a URL, with a login for each origin: the client under test.
public struct Fetcher: Sendable {
  /// A login, and the origin it is for.
  public struct Login: Sendable {
    /// `http://127.0.0.2:4012`; `nil` for every origin.
    public var origin: String?
    /// The user name.
    public var user: String
    /// The password.
    public var password: String

    /// A login for an origin, or for all.
    public init(origin: String?, user: String, password: String) {
      self.origin = origin
      self.user = user
      self.password = password
    }
  }

  private let session: URLSession

  /// Makes a fetcher with these logins and a timeout in seconds.
  public init(logins: [Login], timeout: Double) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.httpCookieStorage = nil
    session = URLSession(
      configuration: configuration, delegate: Keyring(logins), delegateQueue: nil)
  }

  /// The response to a request, and its body.
  public func fetch(_ request: URLRequest) async throws -> (HTTPURLResponse, Data) {
    try await withCheckedThrowingContinuation { continuation in
      session.dataTask(with: request) { body, response, error in
        if let response = response as? HTTPURLResponse {
          continuation.resume(returning: (response, body ?? Data()))
        } else {
          continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
      }.resume()
    }
  }

  /// Closes its connections.
  public func close() { session.invalidateAndCancel() }
}

/// Answers the challenge of an origin with a login, once.
private final class Keyring: NSObject, URLSessionTaskDelegate, Sendable {
  private let logins: [Fetcher.Login]

  init(_ logins: [Fetcher.Login]) { self.logins = logins }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (
        URLSession.AuthChallengeDisposition, URLCredential?
      ) -> Void
  ) {
    let space = challenge.protectionSpace
    let origin = "\(space.protocol ?? "http")://\(space.host):\(space.port)"
    guard challenge.previousFailureCount == 0,
      let login = logins.first(where: { $0.origin == nil || $0.origin == origin })
    else { return completionHandler(.rejectProtectionSpace, nil) }
    completionHandler(
      .useCredential,
      URLCredential(user: login.user, password: login.password, persistence: .forSession))
  }
}
