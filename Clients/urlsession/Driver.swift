// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The driver protocol, for clients in Swift: lines of JSON on standard input and output.
final class Driver: @unchecked Sendable {
  typealias Object = [String: Any]

  /// The client cannot do it; the case is skipped with that reason.
  struct Unsupported: Error { var what: String }

  /// An error of the client's own.
  struct Failure: Error {
    var kind: String
    var message: String
  }

  /// What the harness asks for.
  struct Request {
    var id: Int
    var method: String
    var url: String
    var headers: [(String, String)]
    var body: Data?
    var stream: Bool
    var chunked: Bool
  }

  /// Name, version, what it can, and the keys of a session that it does something about.
  var identity: (client: String, version: String, can: String, honours: String)
  /// Makes a fresh client by the session, or changes the one at hand; false where that had to be made anew.
  var open: (_ isNew: Bool) throws -> Bool
  /// Makes a request, and tells its end, whenever that is.
  var send: (Request, @escaping @Sendable (Result<Object, any Error>) -> Void) -> Void
  var close: () -> Void
  /// What the harness said of the session, changes included; nil while none is open.
  private(set) var session: Object?

  private let lock = NSLock()
  private var asked: [Int: (Object?) -> Void] = [:]
  private var asks = 0

  init(identity: (String, String, String, String)) {
    self.identity = identity
    open = { _ in true }
    send = { _, _ in }
    close = {}
  }

  /// The login for an origin or proxy, realm and scheme: the most specific that fits.
  func choose(_ target: String, _ url: String, realm: String?, scheme: String) -> Object? {
    var best = (rank: -1, login: nil as Object?)
    for login in session?["credentials"] as? [Object] ?? []
    where login["target"] as? String == target {
      var rank = 0
      for (weight, key, asked) in [(4, "url", url), (2, "realm", realm), (1, "scheme", scheme)] {
        guard let wanted = login[key] as? String else { continue }
        rank += wanted == asked ? weight : -8
      }
      if rank > best.rank { best = (rank, login) }
    }
    return best.login
  }

  /// Asks for a login while a request runs; nil where the user gives up.
  func ask(_ question: Object, _ answer: @escaping (Object?) -> Void) {
    lock.lock()
    asks += 1
    let id = asks
    asked[id] = answer
    lock.unlock()
    say(question.merging(["ask": "credentials", "ask_id": id]) { $1 })
  }

  /// Plays until the input ends.
  func run() {
    while let line = readLine() {
      guard let message = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object else {
        continue
      }
      if let id = message["ask_id"] as? Int {
        lock.lock()
        let answer = asked.removeValue(forKey: id)
        lock.unlock()
        answer?(message["answer"] as? String == "credentials" ? message : nil)
      } else {
        play(message)
      }
    }
  }

  private func play(_ message: Object) {
    let id = message["id"] as? Int ?? 0
    do {
      switch message["op"] as? String ?? "" {
      case "hello":
        let can = identity.can.split(separator: " ").map(String.init)
        answer(id, .success(["client": identity.client, "version": identity.version, "can": can]))
      case "open":
        if session != nil { close() }
        session = ["redirects": 10, "timeout_ms": 2000]
        try configure(message, isNew: true)
      case "close":
        if session != nil { close() }
        session = nil
        answer(id, .success(["ok": true]))
      case "change":
        try configure(message, isNew: false)
      case "request":
        guard session != nil else { throw Failure(kind: "internal", message: "no session is open") }
        send(try request(message)) { self.answer(id, $0) }
      case let other:
        throw Unsupported(what: other)
      }
    } catch {
      answer(id, .failure(error))
    }
  }

  private func configure(_ message: Object, isNew: Bool) throws {
    let honoured = identity.honours.split(separator: " ").map(String.init)
    for (key, value) in message["session"] as? Object ?? [:] {
      let isUnsaid =
        value is NSNull || value as? Bool == false || (value as? Object)?.isEmpty == true
      guard isUnsaid || honoured.contains(key) else { throw Unsupported(what: key) }
      session?[key] = value
    }
    let logins = session?["credentials"] as? [Object] ?? []
    guard !logins.contains(where: { $0["token"] is String }) else {
      throw Unsupported(what: "a token")
    }
    answer(message["id"] as? Int ?? 0, .success(["ok": true, "kept": try open(isNew)]))
  }

  private func request(_ message: Object) throws -> Request {
    guard !(message["target"] is String) else { throw Unsupported(what: "target") }
    return Request(
      id: message["id"] as? Int ?? 0, method: message["method"] as? String ?? "GET",
      url: message["url"] as? String ?? "",
      headers: (message["headers"] as? [[String]] ?? []).map { ($0[0], $0[1]) },
      body: (message["body"] as? String).flatMap { Data(base64Encoded: $0) },
      stream: message["stream"] as? Bool == true, chunked: message["chunked"] as? Bool == true)
  }

  private func answer(_ id: Int, _ result: Result<Object, any Error>) {
    var line: Object
    switch result {
    case .success(let content): line = content
    case .failure(let reason as Unsupported): line = ["unsupported": reason.what]
    case .failure(let failure as Failure):
      line = ["error": ["kind": failure.kind, "message": failure.message]]
    case .failure(let error): line = ["error": ["kind": "internal", "message": "\(error)"]]
    }
    line["id"] = id
    say(line)
  }

  private func say(_ line: Object) {
    guard var text = try? JSONSerialization.data(withJSONObject: line) else { return }
    text.append(0x0A)
    lock.lock()
    defer { lock.unlock() }
    FileHandle.standardOutput.write(text)
  }
}
