// SPDX-License-Identifier: Apache-2.0

// The driver of Foundation's URLSession: logins by its delegate's challenges.
import Foundation
import FoundationNetworking

final class Client: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
  let driver: Driver
  private var session: URLSession?
  private var built: [String] = []
  private let lock = NSLock()
  private var requests: [Int: Driver.Request] = [:]

  init(_ driver: Driver) { self.driver = driver }

  func open(isNew: Bool) -> Bool {
    // A session's configuration is fixed; logins are looked up at each challenge.
    let wanted = ["cookies", "timeout_ms"].map { "\(driver.session?[$0] ?? "")" }
    if !isNew && wanted == built { return true }
    built = wanted
    let configuration = URLSessionConfiguration.ephemeral
    if driver.session?["cookies"] as? Bool != true { configuration.httpCookieStorage = nil }
    configuration.timeoutIntervalForRequest =
      Double(driver.session?["timeout_ms"] as? Int ?? 2000) / 1000
    lock.withLock { requests = [:] }
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    return isNew
  }

  func close() {
    session?.invalidateAndCancel()
    session = nil
  }

  func send(
    _ wanted: Driver.Request, _ end: @escaping @Sendable (Result<Driver.Object, any Error>) -> Void
  ) {
    guard let url = URL(string: wanted.url), let session else {
      return end(.failure(Driver.Failure(kind: "url", message: "URL(string:) is nil")))
    }
    var request = URLRequest(url: url)
    request.httpMethod = wanted.method
    for (name, value) in wanted.headers { request.addValue(value, forHTTPHeaderField: name) }
    if wanted.stream || wanted.chunked {
      // URLSession sets Content-Length itself.
      request.httpBodyStream = wanted.body.map { InputStream(data: $0) }
    } else {
      request.httpBody = wanted.body
    }
    let task = session.dataTask(with: request) { body, response, error in
      end(self.outcome(body, response, error))
    }
    lock.withLock { requests[task.taskIdentifier] = wanted }
    task.resume()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let space = challenge.protectionSpace
    let url = "\(space.protocol ?? "http")://\(space.host):\(space.port)"
    let schemes = [
      NSURLAuthenticationMethodHTTPBasic: "basic", NSURLAuthenticationMethodHTTPDigest: "digest",
    ]
    let scheme = schemes[space.authenticationMethod] ?? space.authenticationMethod
    let login = driver.choose("origin", url, realm: space.realm, scheme: scheme)
    let use = { (login: Driver.Object?) in
      guard let user = login?["user"] as? String, let password = login?["password"] as? String
      else {
        return completionHandler(.rejectProtectionSpace, nil)
      }
      completionHandler(
        .useCredential, URLCredential(user: user, password: password, persistence: .forSession))
    }
    if driver.session?["ask"] as? Bool == true, login == nil || challenge.previousFailureCount > 0 {
      let request = lock.withLock { requests[task.taskIdentifier]?.id ?? 0 }
      driver.ask(
        [
          "for": request, "target": "origin", "url": url, "scheme": scheme,
          "realm": space.realm ?? NSNull(),
          "failures": challenge.previousFailureCount,
        ], use)
    } else {
      use(challenge.previousFailureCount == 0 ? login : nil)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(driver.session?["redirects"] as? Int == 0 ? nil : request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
  ) {
    let wanted = lock.withLock { requests[task.taskIdentifier] }
    completionHandler(wanted?.stream == true ? nil : wanted?.body.map { InputStream(data: $0) })
  }

  private func outcome(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Result<
    Driver.Object, any Error
  > {
    if let error { return .failure(Driver.Failure(kind: kind(error), message: "\(error)")) }
    guard let response = response as? HTTPURLResponse else {
      return .failure(Driver.Failure(kind: "internal", message: "neither a response nor an error"))
    }
    let headers = response.allHeaderFields.map { [octets("\($0.key)"), octets("\($0.value)")] }
    return .success([
      "status": response.statusCode, "headers": headers,
      "body": (body ?? Data()).base64EncodedString(),
    ])
  }

  /// A character for each octet of what URLSession read as UTF-8.
  private func octets(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
  }

  private func kind(_ error: any Error) -> String {
    switch (error as? URLError)?.code {
    case .timedOut: "timeout"
    case .httpTooManyRedirects, .redirectToNonExistentLocation: "redirects"
    case .unsupportedURL where "\(error)".contains("HTTP/0.9"): "protocol"
    case .badURL, .unsupportedURL: "url"
    case .userAuthenticationRequired, .userCancelledAuthentication: "authentication"
    case .cancelled: "cancelled"
    case .badServerResponse where "\(error)".contains("Empty reply"): "connection"
    case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
      .zeroByteResource:
      "protocol"
    case .requestBodyStreamExhausted: "body"
    case .cannotConnectToHost, .cannotFindHost, .networkConnectionLost, .dnsLookupFailed,
      .notConnectedToInternet:
      "connection"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .clientCertificateRejected, .clientCertificateRequired:
      "tls"
    case nil: "internal"
    default: "other"
    }
  }
}

setvbuf(stdout, nil, _IONBF, 0)
#if compiler(>=6.4)
  let version = "6.4 or later"
#elseif compiler(>=6.3)
  let version = "6.3"
#elseif compiler(>=6.2)
  let version = "6.2"
#else
  let version = "before 6.2"
#endif
let driver = Driver(
  identity: (
    "URLSession", version,
    "basic by-challenge per-origin per-realm ask redirects cookies userinfo headers memory change concurrent stream",
    "credentials ask redirects cookies timeout_ms"
  ))
let client = Client(driver)
driver.open = { client.open(isNew: $0) }
driver.send = client.send
driver.close = client.close
driver.run()
exit(0)
