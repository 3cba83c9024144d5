// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Transcripts

/// Runs an `AsyncClient`: makes each request in a task, and reports its result on the harness's
/// loop.
public final class AsyncClientUnderTest: ClientUnderTest {
  /// The client's name, version and abilities.
  public let identity: ClientIdentity
  /// Receives the results of requests.
  public weak var observer: (any ClientObserver)?

  private let loop: EventLoop
  private let make: @Sendable (ClientSession) async throws -> any AsyncClient
  private let results: CompletionQueue
  private var client: (any AsyncClient)?
  /// The requests by number; `id` is that of the result.
  private var running: [Int: (id: Int, task: Task<Void, Never>)] = [:]
  private var lastID = 0
  private var caseLimit: TimeLimit?
  private var meter = DelayMeter()

  /// Milliseconds that making, changing and closing a client may take.
  private static let timeout = 10_000

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
    results = CompletionQueue(loop)
    results.whenResultsArrive { [weak self] in self?.reportResults() }
  }

  deinit {
    for (_, task) in running.values { task.cancel() }
    results.close()
  }

  // MARK: Sessions

  /// Sets the time that making, changing and closing a client may take at most.
  public func mayWait(within limit: TimeLimit) { caseLimit = limit }

  /// The time for which the threads of this process waited for a processor.
  public func delay(unlessWithin age: Int) -> Int64 {
    meter.measure(unlessWithin: age, now: .now)
    return meter.nanoseconds
  }

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

  /// Cancels running requests, and closes the client.
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

  /// Performs something other than a request, and waits for its end. Returns the reason if it
  /// fails.
  private func finish<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Value, then use: (Value) -> Void
  ) -> ClientTrouble? {
    let results = results
    let id = nextID()
    let task = Task(executorPreference: ClientExecutor.shared) {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      results.post(result, for: id)
    }
    var limits = [loop.limit(AsyncClientUnderTest.timeout, for: nil)]
    if let caseLimit { limits.append(caseLimit) }
    var result: Any?
    let reached = loop.wait(within: &limits, for: nil) {
      result = results.take(id)
      return result != nil
    }
    guard reached == nil else {
      task.cancel()
      return .hung("while \(what)")
    }
    switch result as? Result<Value, any Error> {
    case .success(let value)?:
      use(value)
      return nil
    case .failure(let trouble as ClientTrouble)?: return trouble
    case .failure(let error)?: return .faulty("\(identity.name), while \(what): \(error)")
    case nil: return .faulty("\(identity.name), while \(what): nothing comes of it")
    }
  }

  private func nextID() -> Int {
    lastID += 1
    return lastID
  }

  // MARK: Requests

  /// Starts a request.
  public func start(_ request: ClientRequest, number: Int) {
    guard let client else {
      observer?.client(finished: number, .faulty("\(identity.name): there is no session"))
      return
    }
    let results = results
    let id = nextID()
    let task = Task(executorPreference: ClientExecutor.shared) {
      results.post(await AsyncClientUnderTest.outcome(of: request, from: client), for: id)
    }
    running[number] = (id, task)
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

  private func reportResults() {
    for (number, entry) in running {
      guard let outcome = results.take(entry.id) as? ClientOutcome else { continue }
      running[number] = nil
      observer?.client(finished: number, outcome)
    }
  }
}
