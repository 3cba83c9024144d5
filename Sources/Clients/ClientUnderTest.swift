// SPDX-License-Identifier: Apache-2.0

import Platform
import Transcripts

/// Receives the outcomes of a client's requests.
public protocol ClientObserver: AnyObject {
  /// A request ended.
  func client(finished request: Int, _ outcome: ClientOutcome)
  /// The client asks for credentials.
  func client(asks question: CredentialsQuestion) -> CredentialsAnswer
  /// A change of the session made a new client, which remembers nothing.
  func clientWasMadeAnew()
}

extension ClientObserver {
  /// Does nothing.
  public func clientWasMadeAnew() {}
}

/// Where a client runs, for measuring its time and memory.
public enum ClientPlace: Hashable, Sendable {
  /// In the thread of its loop.
  case thisThread
  /// In the process of that number, which outlives a session.
  case process(Int32)
  /// In a process for each request, or in an unknown place.
  case elsewhere
}

/// A client under test on a worker's loop: libcurl in this process, a driver, or a command.
///
/// The harness opens a session, starts requests, turns the loop until they are finished, and
/// closes.
public protocol ClientUnderTest: AnyObject {
  var identity: ClientIdentity { get }
  /// Where it works.
  var place: ClientPlace { get }
  /// Receives the outcomes of requests.
  var observer: (any ClientObserver)? { get set }
  /// The number of clients of this kind that can share a worker's loop, each with its own case.
  var mostAtOnce: Int { get }
  /// A session continues with the idle connections of the one before it, but with nothing else;
  /// `false` by default.
  var keepsConnections: Bool { get set }
  /// Servers that it reaches without TCP, if it can; `nil` by default.
  var localServers: (any UnixSocketResolver)? { get set }
  /// Sets the time for a case: `open`, `change` and `close` wait no longer than that. It is called
  /// before each case, and again before `close`.
  func mayWait(within limit: TimeLimit)
  /// The nanoseconds for which the processes of the client were ready to run and waited for a
  /// processor, since the client was made; 0 by default, for a client in the thread of its loop.
  /// They are measured now, unless that was done in the last `age` milliseconds.
  func delay(unlessWithin age: Int) -> Int64
  /// Makes a fresh client: no connections, cookies, remembered credentials. Returns `nil`, or the
  /// reason why there is none.
  func open(_ session: ClientSession) -> ClientTrouble?
  /// Changes the session of an open client, which keeps its memory. If that takes a new client, the
  /// observer is notified. Returns `nil`, or the reason why the session is not changed.
  func change(_ session: ClientSession) -> ClientTrouble?
  /// Ends the session and the client's process, if it has one; starts it again and makes a fresh
  /// client. Returns `nil`, or the reason why there is none.
  func restart(_ session: ClientSession) -> ClientTrouble?
  /// Starts a request with a number of the caller's. The observer receives the outcome, perhaps
  /// before this returns.
  func start(_ request: ClientRequest, number: Int)
  /// Reads what servers in this process have just sent. Returns `false` if only the loop reads.
  func look() -> Bool
  /// Ends a request without an outcome. Returns the client's last words, which can explain why it
  /// has none.
  @discardableResult
  func abandon(_ number: Int) -> String
  /// Ends the session: connections are closed, nothing is remembered. Returns `nil`, or what
  /// failed.
  @discardableResult
  func close() -> ClientTrouble?
}

extension ClientUnderTest {
  /// An unknown place.
  public var place: ClientPlace { .elsewhere }
  /// One client, unless a client declares that it waits only on the loop.
  public var mostAtOnce: Int { 1 }
  /// `false`: each session makes connections of its own.
  public var keepsConnections: Bool {
    get { false }
    set {}
  }
  /// `nil`: the client uses TCP.
  public var localServers: (any UnixSocketResolver)? {
    get { nil }
    set {}
  }
  /// Does nothing: the client does not wait.
  public func mayWait(within limit: TimeLimit) {}
  /// 0: the client has no process.
  public func delay(unlessWithin age: Int) -> Int64 { 0 }
  /// Ends the session and opens another, since a client in this process has no process to end.
  public func restart(_ session: ClientSession) -> ClientTrouble? { close() ?? open(session) }
  /// Reads nothing.
  public func look() -> Bool { false }

  /// This client and others of its kind on its loop, `mostAtOnce` in all.
  public func withOthers(_ make: () -> any ClientUnderTest) -> [any ClientUnderTest] {
    [self] + (1..<max(1, mostAtOnce)).map { _ in make() }
  }
}
