// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The protection spaces in which logins were accepted.
struct ProtectionSpaces {
  private var spaces: [ProtectionSpace] = []
  private let faults: FaultSet

  init(_ faults: FaultSet) { self.faults = faults }

  /// Remembers that a login was accepted for a path.
  mutating func remember(_ login: Login, _ offer: Offer, at peer: Peer, for path: String) {
    var new = ProtectionSpace(
      peer: peer, realm: offer.realm, login: login, offer: offer,
      scope: scope(of: offer, at: peer, for: path), path: path)
    let place = spaces.firstIndex {
      $0.peer == peer && $0.realm == new.realm && $0.offer.scheme == offer.scheme
    }
    guard let place else {
      spaces.append(new)
      return
    }
    let old = spaces[place]
    if let first = old.offer.digest?.nonce, var digest = new.offer.digest {
      digest.nonce = faults.alter(digest.nonce, .firstNonceRemembered) { _ in first }
      new.offer.digest = digest
    }
    if old.login == login, offer.scheme == .basic, let known = old.scope, let more = new.scope {
      new.scope = known + more.filter { folder in !known.contains { Paths.isInside(folder, $0) } }
    }
    spaces[place] = new
  }

  /// The scope of Basic is the path up to its last slash (RFC 7617 2.2), that of Digest is given by
  /// domain, or is the whole server (RFC 7616 3.3). A proxy has no such scope.
  private func scope(of offer: Offer, at peer: Peer, for path: String) -> [String]? {
    if peer.side == .proxy { return nil }
    switch offer.scheme {
    case .basic:
      var folder = Paths.folder(of: Paths.plain(path))
      folder = faults.alter(folder, .scopeOneFolderUp) { Paths.folder(of: String($0.dropLast())) }
      folder = faults.alter(folder, .scopeNotNormalised) { _ in Paths.folder(of: path) }
      return [folder]
    case .bearer, .dpop, .ntlm, .scram: return nil
    case .digest:
      guard let domain = offer.digest?.domain, !domain.isEmpty else {
        return nil
      }
      // Ignores malformed URIs. URIs of other servers do not extend the scope.
      let base = WebAddress(origin: peer.origin, target: "/")
      let inside = domain.compactMap { uri -> String? in
        guard let address = try? URLReference.resolve(uri, at: base), address.origin == peer.origin
        else { return nil }
        return Paths.plain(address.path)
      }
      return inside.isEmpty ? nil : inside
    }
  }

  /// The space whose credentials may be sent without a challenge for a path; of several, the
  /// closest one.
  func unasked(at peer: Peer, for path: String) -> ProtectionSpace? {
    let fitting = spaces.filter { space in
      isAt(space, peer) && space.contains(path, faults) && isNear(space, path)
    }
    let closest = fitting.max { $0.closeness(to: path) < $1.closeness(to: path) }
    let latest = faults.alter(closest, .latestEnclosingSpaceUsed) { _ in fitting.last }
    return faults.alter(latest, .latestSpaceUsed) { _ in spaces.last { $0.peer == peer } }
  }

  /// A client need not send credentials in the whole space (RFC 9110 11.5).
  private func isNear(_ space: ProtectionSpace, _ path: String) -> Bool {
    guard space.peer.side == .origin else { return true }
    switch space.offer.scheme {
    case .bearer, .dpop, .ntlm, .scram: return true
    case .basic: return space.path == path || !faults.takes(.basicForThePathOnly)
    case .digest:
      return Paths.isInside(Paths.plain(path), Paths.folder(of: Paths.plain(space.path)))
        || !faults.takes(.digestForTheFolderOnly)
    }
  }

  /// The login that was accepted in a realm. Realms are compared octet by octet (RFC 7617 2, RFC
  /// 9110 11.5).
  func login(at peer: Peer, realm: Octets?, scheme: Scheme) -> Login? {
    spaces.first { space in
      isAt(space, peer) && space.realm == realm && space.login.fits(scheme)
        && (space.offer.scheme == scheme || scheme > space.offer.scheme)
    }?.login
  }

  private func isAt(_ space: ProtectionSpace, _ peer: Peer) -> Bool {
    if space.peer == peer { return true }
    if space.peer.side != peer.side { return faults.has(.sidesShareSpaces) }
    if OriginComparison(faults: faults).isTakenForSame(space.peer.origin, peer.origin) {
      return true
    }
    if space.peer.origin.host == peer.origin.host, faults.has(.spacesByHostOnly) { return true }
    return faults.has(.sidesShareSpaces)
  }

  /// Forgets a refused login.
  mutating func evict(_ login: Login, at peer: Peer, realm: Octets?) {
    if faults.has(.refusedNotForgotten) { return }
    spaces.removeAll { $0.peer == peer && $0.realm == realm && $0.login == login }
  }

  /// Keeps only the spaces for which `isKept` returns `true`.
  mutating func keep(_ isKept: (ProtectionSpace) -> Bool) {
    spaces.removeAll { !isKept($0) }
  }

  /// `true` if Digest credentials were accepted in a realm of a server.
  func hasDigest(at peer: Peer, realm: Octets?) -> Bool {
    spaces.contains { $0.peer == peer && $0.realm == realm && $0.offer.scheme == .digest }
  }

  /// The newest space.
  var latest: ProtectionSpace? { spaces.last }
}
