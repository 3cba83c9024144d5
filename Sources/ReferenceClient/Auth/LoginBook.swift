// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// The logins of the client, and the servers that each may be used for.
struct LoginBook {
  /// The logins of the session.
  var given: [ClientCredentials] = []
  /// The logins of the netrc file.
  var netrc: Netrc?
  /// The user information of the request's URL, and the origin that it is for.
  var userinfo: (origin: Origin, userinfo: WebAddress.Userinfo)?
  /// The logins that are kept in a file; `nil` if none are.
  var store: LoginStore?
  /// The client's faults.
  var faults = FaultSet()

  /// The logins for a server and a realm, the most specific first.
  func logins(at peer: Peer, realm: Octets?, scheme: Scheme) -> [Login] {
    var logins: [Login] = []
    var user: Octets?
    if let userinfo, isFor(userinfo.origin, userinfoAt: peer) {
      if let password = userinfo.userinfo.password {
        logins.append(Login(user: userinfo.userinfo.user, password: password))
      } else {
        user = userinfo.userinfo.user
      }
    }
    let ranked = given.enumerated().compactMap { index, entry in
      rank(entry, peer, realm, scheme).map { (rank: $0, index: index, entry: entry) }
    }
    for (_, _, entry) in ranked.sorted(by: { ($1.rank, $0.index) < ($0.rank, $1.index) }) {
      // If the URL names a user, another user's password is not used.
      if let user, entry.user != user { continue }
      logins.append(
        Login(
          user: entry.user, password: entry.password, token: entry.token,
          domain: entry.domain, isBound: entry.scheme == Scheme.dpop.name))
    }
    if peer.side == .origin,
      let login = netrc?.login(for: peer.origin.spelledHost, user: user, faults)
    {
      logins.append(login)
    }
    if let store, scheme != .ntlm { logins += store.logins(at: peer, realm: realm, user: user) }
    return logins.filter { login in
      login.fits(scheme)
        || (scheme == .dpop && login.token != nil && faults.has(.plainTokenSentWithDPoP))
    }
  }

  /// How specific a matching entry is; `nil` if it does not match. URL counts more than realm,
  /// realm more than scheme.
  private func rank(
    _ entry: ClientCredentials, _ peer: Peer, _ realm: Octets?, _ scheme: Scheme
  ) -> Int? {
    guard (entry.target == .proxy) == (peer.side == .proxy) || faults.has(.sidesShareLogins) else {
      return nil
    }
    var rank = 0
    if let url = entry.url {
      guard let address = try? WebAddress(url), isFor(address.origin, peer) else { return nil }
      rank += 4
    }
    if let wanted = entry.realm, !faults.has(.realmOfLoginIgnored) {
      guard let realm else { return nil }
      let isTheSame = faults.alter(wanted == realm, .realmOfLoginWithoutCase) { _ in
        wanted.equalsIgnoringCase(realm)
      }
      guard isTheSame else { return nil }
      rank += 2
    }
    if let wanted = entry.scheme {
      guard wanted == scheme.name else { return nil }
      rank += 1
    }
    return rank
  }

  private func isFor(_ origin: Origin, _ peer: Peer) -> Bool {
    if OriginComparison(faults: faults).isTakenForSame(origin, peer.origin) { return true }
    return faults.has(.loginsForEveryServer) || faults.has(.sidesShareLogins)
  }

  /// User information is for the origin of its URL, and never for a proxy.
  private func isFor(_ origin: Origin, userinfoAt peer: Peer) -> Bool {
    if peer.side == .proxy { return faults.has(.userinfoForTheProxy) }
    return OriginComparison(faults: faults).isTakenForSame(origin, peer.origin)
      || faults.has(.userinfoFollows)
  }
}
