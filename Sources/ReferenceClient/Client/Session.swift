import HTTPAuth
import Platform
import Transcripts

/// What the client was told, and what it remembers between requests.
final class Session {
  /// A nonce, and whose it is.
  struct NonceOfPeer: Hashable {
    var peer: Peer
    var nonce: Octets
  }

  let loop: EventLoop
  let faults: FaultSet
  let preferences: Preferences
  let pool: ConnectionPool
  var settings: ClientSession
  var netrc: Netrc?
  var spaces: ProtectionSpaces
  var counts: NonceCounts
  var cookies: CookieJar
  /// Where redirects led, and in which request the last time: nobody needs it but a fault.
  var redirectTargets: [String: Int] = [:]
  /// The logins that were accepted behind a redirect: nobody needs them but a fault.
  var loginsOfPages: Set<Login> = []
  /// How many logins each server refused before it accepted one: nobody needs it but a fault.
  var earlierFailures: [Peer: Int] = [:]
  /// The last cnonce of each nonce.
  var clientNonces: [NonceOfPeer: Octets] = [:]
  /// The responses to GET by URL: nobody needs them but a fault.
  var cachedResponses: [String: ClientResponse] = [:]
  /// The logins that each of them was given for.
  var loginsOfCachedResponses: [String: [ClientCredentials]] = [:]
  /// How many requests have been started.
  var requestCount = 0
  /// How many client nonces have been made.
  var clientNonceCount = 0
  /// The requests under way.
  var exchanges: [Int: Exchange] = [:]

  init(_ settings: ClientSession, loop: EventLoop, faults: FaultSet, preferences: Preferences) {
    self.settings = settings
    self.loop = loop
    self.faults = faults
    self.preferences = preferences
    pool = ConnectionPool(loop: loop, faults: faults)
    spaces = ProtectionSpaces(faults)
    counts = NonceCounts(faults)
    cookies = CookieJar(faults)
    netrc = settings.netrc.map { Netrc($0) }
    pool.names = NameBook(settings.resolve)
  }

  /// Takes new settings; what was remembered of logins that are no longer given is forgotten.
  func change(_ new: ClientSession) {
    let old = settings
    settings = new
    settings.credentials = faults.alter(settings.credentials, .replacedLoginsKept) { _ in
      old.credentials
    }
    settings.proxy = faults.alter(settings.proxy, .replacedProxyKept) { _ in old.proxy }
    pool.names = NameBook(new.resolve)
    if new.netrc != old.netrc { netrc = new.netrc.map { Netrc($0) } }
    if !new.cookies { cookies.removeAll() }
    guard
      new.credentials != old.credentials || new.proxy != old.proxy || new.netrc != old.netrc
        || new.ask != old.ask
    else { return }
    if !faults.has(.withdrawnLoginsKept) {
      var book = LoginBook()
      book.given = new.credentials
      book.netrc = netrc
      spaces.keep { space in
        book.logins(at: space.peer, realm: space.realm, scheme: space.offer.scheme)
          .contains(space.login)
          || (loginsOfPages.contains(space.login) && faults.has(.loginsOfPagesKept))
      }
    }
    // A tunnel was opened for those who had a login at the proxy.
    if !faults.has(.tunnelsKeptForOtherLogins) {
      pool.close { route in if case .tunnel = route { true } else { false } }
    }
  }

  /// Closes what is open.
  func end() {
    for exchange in exchanges.values { exchange.abandon() }
    exchanges = [:]
    pool.close { _ in true }
  }
}
