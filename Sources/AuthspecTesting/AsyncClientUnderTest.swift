// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Transcripts

/// Runs an `AsyncClient`: its requests are tasks, and their results are reported on the harness's
/// loop.
public final class AsyncClientUnderTest: ClientUnderTest {
  /// The client's name, version and abilities.
  public let identity: ClientIdentity
  /// Receives the results of requests.
  public weak var observer: (any ClientObserver)?

  private let loop: EventLoop
  private let make: @Sendable (ClientSession) async throws -> any AsyncClient
  private let mailbox: CompletionQueue
  private var client: (any AsyncClient)?
  private var running: [Int: (ticket: Int, task: Task<Void, Never>)] = [:]
  private var lastTicket = 0
  private var caseDeadline: Instant?

  /// Milliseconds that making, changing and closing a client may take.
  private static let patience = 10_000

  /// A client of that name.
  ///
  /// - Parameters:
  ///   - abilities: what it can do, in the words of docs/abilities.md; cases that need more are
  ///     skipped.
  ///   - make: makes a fresh client for a session; throws `ClientTrouble.unsupported` for what it
  ///     does not support.
  public init(
    loop: EventLoop, name: String, version: String = "unknown", abilities: Set<String>,
    make: @escaping @Sendable (ClientSession) async throws -> any AsyncClient
  ) {
    self.loop = loop
    self.make = make
    identity = ClientIdentity(name: name, version: version, abilities: abilities)
    mailbox = CompletionQueue(loop)
    mailbox.reader = self
  }

  deinit {
    for (_, task) in running.values { task.cancel() }
    mailbox.close()
  }

  // MARK: Sessions

  /// Waits for nothing longer than that.
  public func mayWait(until deadline: Instant) { caseDeadline = deadline }

  /// Makes a fresh client.
  public func open(_ session: ClientSession) -> ClientTrouble? {
    close()
    let make = make
    return finish("it is made for a session") {
      try await make(session)
    } then: {
      client = $0
    }
  }

  /// Hands the change to the client, or makes a new one.
  public func change(_ session: ClientSession) -> ClientTrouble? {
    guard let client else { return .faulty("\(identity.name): there is no session") }
    var isKept = false
    let trouble = finish("its session changes") {
      try await client.change(session)
    } then: {
      isKept = $0
    }
    if trouble != nil || isKept { return trouble }
    let renewed = open(session)
    if renewed == nil { observer?.clientWasMadeAnew() }
    return renewed
  }

  /// Ends what still runs, and closes the client.
  @discardableResult
  public func close() -> ClientTrouble? {
    for (_, task) in running.values { task.cancel() }
    running = [:]
    guard let client else { return nil }
    self.client = nil
    return finish("it is closed") {
      await client.close()
    } then: { _ in
    }
  }

  /// Performs what is not a request and waits for its end. Returns `nil`, or why it did not end.
  private func finish<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Value, then use: (Value) -> Void
  ) -> ClientTrouble? {
    let mailbox = mailbox
    let ticket = nextTicket()
    let task = Task(executorPreference: ClientExecutor.shared) {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      mailbox.post(result, for: ticket)
    }
    let own = Instant.now.advanced(byMilliseconds: AsyncClientUnderTest.patience)
    let deadline = min(own, caseDeadline ?? own)
    while true {
      if let letter = mailbox.take(ticket) {
        switch letter as? Result<Value, any Error> {
        case .success(let value)?:
          use(value)
          return nil
        case .failure(let trouble as ClientTrouble)?: return trouble
        case .failure(let error)?: return .faulty("\(identity.name), while \(what): \(error)")
        case nil: return .faulty("\(identity.name), while \(what): nothing comes of it")
        }
      }
      guard Instant.now < deadline else {
        task.cancel()
        return .hung("while \(what)")
      }
      loop.turn(until: deadline)
    }
  }

  private func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  // MARK: Requests

  /// Starts a request.
  public func start(_ request: ClientRequest, number: Int) {
    guard let client else {
      observer?.client(finished: number, .faulty("\(identity.name): there is no session"))
      return
    }
    let mailbox = mailbox
    let ticket = nextTicket()
    let task = Task(executorPreference: ClientExecutor.shared) {
      mailbox.post(await AsyncClientUnderTest.outcome(of: request, from: client), for: ticket)
    }
    running[number] = (ticket, task)
  }

  private static func outcome(
    of request: ClientRequest, from client: any AsyncClient
  ) async -> ClientOutcome {
    do {
      return .response(try await client.response(to: request))
    } catch let failure as ClientFailure {
      return .failure(failure)
    } catch let trouble as ClientTrouble {
      return ClientOutcome(trouble)
    } catch {
      return .failure(ClientFailure(kind: .internal, message: "\(error)"))
    }
  }

  /// Gives up a request and cancels its task.
  @discardableResult
  public func abandon(_ number: Int) -> String {
    running.removeValue(forKey: number)?.task.cancel()
    return ""
  }
}

extension AsyncClientUnderTest: MailboxReader {
  func mailArrived() {
    for (number, entry) in running {
      guard let outcome = mailbox.take(entry.ticket) as? ClientOutcome else { continue }
      running[number] = nil
      observer?.client(finished: number, outcome)
    }
  }
}
