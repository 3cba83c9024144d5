import Platform
import Transcripts

/// Whoever wants to know what becomes of a client's requests.
public protocol ClientObserver: AnyObject {
  /// A request has come to an end.
  func client(finished request: Int, _ outcome: ClientOutcome)
  /// The client asks for credentials.
  func client(asks question: CredentialsQuestion) -> CredentialsAnswer
  /// A change of its session took a new client, which remembers nothing of the one before.
  func clientWasMadeAnew()
}

extension ClientObserver {
  /// Of no interest to whoever only waits for the ends of requests.
  public func clientWasMadeAnew() {}
}

/// Where a client works, for whoever wants to know what that costs.
public enum ClientPlace: Hashable, Sendable {
  /// In the thread of its loop.
  case thisThread
  /// In the process of that number, which goes on from session to session.
  case process(Int32)
  /// In a process for each request, or where nobody knows.
  case elsewhere
}

/// A client under test, on a worker's loop: libcurl in this process, or a driver behind pipes.
///
/// The harness opens a session, starts requests, turns the loop until they are finished, and
/// closes.
public protocol ClientUnderTest: AnyObject {
  /// What it is and can do.
  var identity: ClientIdentity { get }
  /// Where it works.
  var place: ClientPlace { get }
  /// Told how requests end.
  var observer: (any ClientObserver)? { get set }
  /// How many of its kind a worker may have at once on its loop, each with a case of its own.
  var mostAtOnce: Int { get }
  /// A session goes on with the idle connections of the one before it, and with nothing else; false
  /// unless it is set.
  var keepsConnections: Bool { get set }
  /// Servers that it is to reach without TCP, if it can; nil unless it is set.
  var localServers: (any LocalServers)? { get set }
  /// The case is to be over by then: what is waited for in `open`, `change` and `close` is waited
  /// for no longer. Told before each case, and again before it is closed.
  func mayWait(until deadline: Instant)
  /// Makes a fresh client: no connections, cookies, remembered credentials. Nil, or why there is
  /// none.
  func open(_ session: ClientSession) -> ClientTrouble?
  /// Changes the session of an open client, keeping what it remembers; where that takes a new
  /// client, the observer is told. Nil, or why it does not.
  func change(_ session: ClientSession) -> ClientTrouble?
  /// Ends the session, and the client's process where it has one; starts it again and makes a fresh
  /// client. Nil, or why there is none.
  func restart(_ session: ClientSession) -> ClientTrouble?
  /// Starts a request under a number of the caller's; the outcome comes through the observer,
  /// perhaps before this returns.
  func start(_ request: ClientRequest, number: Int)
  /// Reads what servers in this process have just sent. `false` if nothing is read without the
  /// loop.
  func look() -> Bool
  /// Ends a request without an outcome; returns what the client said last, where that may tell why
  /// it has none yet.
  @discardableResult
  func abandon(_ number: Int) -> String
  /// Ends the session: connections are closed, nothing is remembered. Nil, or why that did not go
  /// well.
  @discardableResult
  func close() -> ClientTrouble?
}

extension ClientUnderTest {
  /// Nobody knows.
  public var place: ClientPlace { .elsewhere }
  /// One: a client must say that nothing in it waits but on the loop.
  public var mostAtOnce: Int { 1 }
  /// Never: each session makes its own.
  public var keepsConnections: Bool {
    get { false }
    set {}
  }
  /// None: it connects by itself.
  public var localServers: (any LocalServers)? {
    get { nil }
    set {}
  }
  /// It does not wait.
  public func mayWait(until deadline: Instant) {}
  /// Ends the session and opens another: a client in this process has none of its own to end.
  public func restart(_ session: ClientSession) -> ClientTrouble? { close() ?? open(session) }
  /// Nothing: the loop tells what has come.
  public func look() -> Bool { false }

  /// This client and as many others, made alike on its loop, as a worker may have at once.
  public func withOthers(_ make: () -> any ClientUnderTest) -> [any ClientUnderTest] {
    [self] + (1..<max(1, mostAtOnce)).map { _ in make() }
  }
}
