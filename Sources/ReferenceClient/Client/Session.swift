// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// The settings of the client, and its state between requests.
final class Session {
  /// A nonce and its server.
  struct NonceOfPeer: Hashable {
    var peer: Peer
    var nonce: Octets
  }

  /// A realm and its server.
  struct RealmOfPeer: Hashable {
    var peer: Peer
    var realm: Octets?
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
  /// The last cnonce of each nonce.
  var clientNonces: [NonceOfPeer: Octets] = [:]
  /// The latest tokens that the user has given, by server and realm.
  var givenTokens: [RealmOfPeer: Login] = [:]
  /// The logins that the user has given but does not want to be kept.
  var unkeptLogins: Set<Login> = []
  /// The key of the proofs of possession.
  var dpopKey: DPoPKey?
  /// The latest DPoP-Nonce of each server.
  var dpopNonces: [Origin: Octets] = [:]
  /// What only faults use.
  var faultState = SessionFaultState()
  /// The running requests.
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
    pool.names = HostAddresses(settings.resolve)
    if settings.http2 { pool.http2Parties.insert(.origin) }
    if settings.proxyHTTP2 { pool.http2Parties.insert(.proxy) }
  }

  /// Applies new settings, and forgets the state of logins that were removed.
  func change(_ new: ClientSession) {
    let old = settings
    settings = new
    settings.credentials = faults.alter(settings.credentials, .replacedLoginsKept) { _ in
      old.credentials
    }
    settings.proxy = faults.alter(settings.proxy, .replacedProxyKept) { _ in old.proxy }
    if let tls = old.tls { keepReplaced(tls) }
    pool.names = HostAddresses(new.resolve)
    if new.netrc != old.netrc { netrc = new.netrc.map { Netrc($0) } }
    if !new.cookies { cookies.removeAll() }
    guard
      new.credentials != old.credentials || new.proxy != old.proxy || new.netrc != old.netrc
        || new.ask != old.ask
    else { return }
    givenTokens = [:]
    if !faults.has(.withdrawnLoginsKept) {
      var book = LoginBook()
      book.given = new.credentials
      book.netrc = netrc
      spaces.keep { space in
        book.logins(at: space.peer, realm: space.realm, scheme: space.offer.scheme)
          .contains(space.login)
      }
    }
    // A tunnel belongs to the login with which it was opened at the proxy.
    if !faults.has(.tunnelsKeptForOtherLogins) {
      pool.close { route in if case .tunnel = route { true } else { false } }
    }
  }

  /// Keeps settings of TLS that the caller has replaced: faults.
  private func keepReplaced(_ old: ClientTLS) {
    guard var tls = settings.tls else { return }
    tls.caFile = faults.alter(tls.caFile, .replacedAnchorsKept) { _ in old.caFile }
    tls.pins = faults.alter(tls.pins, .replacedPinsKept) { _ in old.pins }
    tls.certificates = faults.alter(tls.certificates, .replacedCertificatesKept) { _ in
      old.certificates
    }
    settings.tls = tls
  }

  /// Closes all connections.
  func end() {
    for exchange in exchanges.values { exchange.abandon() }
    exchanges = [:]
    pool.close { _ in true }
  }
}
