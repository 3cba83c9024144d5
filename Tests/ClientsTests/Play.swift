// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
import Platform
import Transcripts

/// A client on a loop, and the outcomes of its requests.
final class Play: ClientObserver {
  let loop = EventLoop()
  let client: LibcurlClient
  private(set) var outcomes: [Int: ClientOutcome] = [:]
  private var last = 0

  init() {
    client = LibcurlClient(loop: loop)
    client.observer = self
  }

  deinit { client.close() }

  func client(finished request: Int, _ outcome: ClientOutcome) { outcomes[request] = outcome }

  func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }

  /// Starts a request and turns the loop until it is finished.
  func run(_ request: ClientRequest) -> ClientOutcome { wait(for: start(request)) }

  func get(_ url: String) -> ClientOutcome { run(ClientRequest(url: url)) }

  func start(_ request: ClientRequest) -> Int {
    last += 1
    client.start(request, number: last)
    return last
  }

  func wait(for number: Int) -> ClientOutcome {
    turn { outcomes[number] != nil }
    return outcomes[number] ?? .hung()
  }

  /// Turns the loop until a condition holds, however long that takes.
  func turn(until isSo: () -> Bool) {
    while !isSo() { loop.turn(until: Instant.now.advanced(byMilliseconds: 20)) }
  }

  /// Turns the loop for so long.
  func turn(forMilliseconds milliseconds: Int) {
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    while Instant.now < deadline { loop.turn(until: deadline) }
  }
}

extension ClientOutcome {
  /// The status of a response; `nil` for any other outcome.
  var status: Int? {
    if case .response(let response) = self { response.status } else { nil }
  }
  /// The body of a response; `nil` for any other outcome.
  var body: String? {
    if case .response(let response) = self { response.body?.latin1 } else { nil }
  }
  /// The kind of a failure; `nil` for any other outcome.
  var failure: ClientFailure.Kind? {
    if case .failure(let failure) = self { failure.kind } else { nil }
  }
  /// `true` if the client cannot do what was asked.
  var isUnsupported: Bool {
    if case .unsupported = self { true } else { false }
  }
}
