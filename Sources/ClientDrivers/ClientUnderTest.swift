public import HTTPAuth
public import Polling

/// What a client is, and what it can do.
public struct ClientIdentity: Hashable, Sendable {
  /// Its name: `libcurl`.
  public var name: String
  /// Its version, in its own words.
  public var version: String
  /// What it claims to be able to do: words of docs/abilities.md.
  public var abilities: Set<String>
  /// Those claims that its plain cases do not bear out, where they were tried; sorted by ability.
  public var wrongClaims: [WrongClaim] = []
  /// Abilities that it has each by itself and not at once, where that was tried.
  public var missingCombinations: [MissingCombination] = []

  /// A client of that name.
  public init(name: String, version: String, abilities: Set<String>) {
    self.name = name
    self.version = version
    self.abilities = abilities
  }
}

/// A claim of a client that its plain case does not bear out.
public struct WrongClaim: Hashable, Sendable {
  /// The ability.
  public var ability: String
  /// What went wrong, as the end of a sentence.
  public var reason: String

  /// A claim that is wrong for that reason.
  public init(ability: String, reason: String) {
    self.ability = ability
    self.reason = reason
  }
}

/// Abilities that a client has each by itself and not at once.
///
/// No client claims a combination. Nothing that RFC 7616 says makes a client that knows SHA-256 and MD5-sess know
/// SHA-256-sess: cases that need such a combination are skipped where its plain case does not work.
public struct MissingCombination: Hashable, Sendable {
  /// The abilities, the one that the client has less of first.
  public var abilities: [String]
  /// What went wrong, as the end of a sentence.
  public var reason: String

  /// A combination that is missing for that reason.
  public init(abilities: [String], reason: String) {
    self.abilities = abilities
    self.reason = reason
  }
}

/// A question of a client for credentials, while a request runs.
public struct CredentialsQuestion: Hashable, Sendable {
  /// The request that it stopped at.
  public var request: Int
  /// Origin or proxy.
  public var target: ClientCredentials.Target
  /// The URL that challenged, or the proxy's, where the client tells.
  public var url: String?
  /// The scheme, in lower case, where the client tells.
  public var scheme: String?
  /// The realm, where the client tells.
  public var realm: Octets?
  /// How many logins were refused so far, in this request, for that target and realm, where the client tells.
  public var failures: Int?

  /// A question of these parts.
  public init(
    request: Int, target: ClientCredentials.Target, url: String?, scheme: String? = nil,
    realm: Octets? = nil, failures: Int?
  ) {
    self.request = request
    self.target = target
    self.url = url
    self.scheme = scheme
    self.realm = realm
    self.failures = failures
  }
}

/// An answer to a question for credentials.
public enum CredentialsAnswer: Hashable, Sendable {
  /// Use these.
  case credentials(ClientCredentials)
  /// The user gives up.
  case cancel
}

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
/// The harness opens a session, starts requests, turns the loop until they are finished, and closes.
public protocol ClientUnderTest: AnyObject {
  /// What it is and can do.
  var identity: ClientIdentity { get }
  /// Where it works.
  var place: ClientPlace { get }
  /// Told how requests end.
  var observer: (any ClientObserver)? { get set }
  /// How many of its kind a worker may have at once on its loop, each with a case of its own.
  var mostAtOnce: Int { get }
  /// A session goes on with the idle connections of the one before it, and with nothing else; false unless it is set.
  var keepsConnections: Bool { get set }
  /// Servers that it is to reach without TCP, if it can; nil unless it is set.
  var localServers: (any LocalServers)? { get set }
  /// The case is to be over by then: what is waited for in `open`, `change` and `close` is waited for no longer. Told
  /// before each case, and again before it is closed.
  func mayWait(until deadline: Instant)
  /// Makes a fresh client: no connections, cookies, remembered credentials. Nil, or why there is none.
  func open(_ session: ClientSession) -> ClientTrouble?
  /// Changes the session of an open client, keeping what it remembers; where that takes a new client, the observer is
  /// told. Nil, or why it does not.
  func change(_ session: ClientSession) -> ClientTrouble?
  /// Ends the session, and the client's process where it has one; starts it again and makes a fresh client. Nil, or why
  /// there is none.
  func restart(_ session: ClientSession) -> ClientTrouble?
  /// Starts a request under a number of the caller's; the outcome comes through the observer, perhaps before this returns.
  func start(_ request: ClientRequest, number: Int)
  /// Reads what servers in this process have just sent. False where nothing is read without the loop.
  func look() -> Bool
  /// Ends a request without an outcome; returns what the client said last, where that may tell why it has none yet.
  @discardableResult
  func abandon(_ number: Int) -> String
  /// Ends the session: connections are closed, nothing is remembered. Nil, or why that did not go well.
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
