import HTTPAuth

/// What the client remembers of where its logins were accepted.
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

  /// Basic reaches as far as the path's last slash (RFC 7617 2.2); Digest as far as domain says, or over the whole server
  /// (RFC 7616 3.3). At a proxy neither means anything.
  private func scope(of offer: Offer, at peer: Peer, for path: String) -> [String]? {
    if peer.side == .proxy { return nil }
    switch offer.scheme {
    case .basic:
      var folder = Paths.folder(of: Paths.plain(path))
      if folder != "/", faults.has(.scopeIsWholeServer) { return nil }
      folder = faults.alter(folder, .scopeOneFolderUp) { Paths.folder(of: String($0.dropLast())) }
      folder = faults.alter(folder, .scopeNotNormalised) { _ in Paths.folder(of: path) }
      return [folder]
    case .bearer: return nil
    case .digest:
      guard let domain = offer.digest?.domain, !domain.isEmpty else {
        return nil
      }
      // URIs that cannot be read are left out; those of other servers lend them nothing.
      let base = WebAddress(origin: peer.origin, target: "/")
      let inside = domain.compactMap { uri -> String? in
        guard let address = try? Reference.resolve(uri, at: base), address.origin == peer.origin
        else { return nil }
        return Paths.plain(address.path)
      }
      return inside.isEmpty ? nil : inside
    }
  }

  /// What can be sent unasked for a path: of several the one that encloses it most closely.
  func unasked(at peer: Peer, for path: String) -> ProtectionSpace? {
    let fitting = spaces.filter { space in
      isAt(space, peer) && space.contains(path, faults) && isNear(space, path)
    }
    let closest = fitting.max { $0.closeness(to: path) < $1.closeness(to: path) }
    let latest = faults.alter(closest, .latestEnclosingSpaceUsed) { _ in fitting.last }
    return faults.alter(latest, .latestSpaceUsed) { _ in spaces.last { $0.peer == peer } }
  }

  /// Nobody has to send anything as far as the space reaches (RFC 9110 11.5).
  private func isNear(_ space: ProtectionSpace, _ path: String) -> Bool {
    guard space.peer.side == .origin else { return true }
    switch space.offer.scheme {
    case .bearer: return true
    case .basic: return space.path == path || !faults.takes(.basicForThePathOnly)
    case .digest:
      return Paths.isInside(Paths.plain(path), Paths.folder(of: Paths.plain(space.path)))
        || !faults.takes(.digestForTheFolderOnly)
    }
  }

  /// The login that was accepted in a realm.
  func login(at peer: Peer, realm: Octets?, scheme: Scheme) -> Login? {
    spaces.first { space in
      isAt(space, peer) && isRealm(space.realm, realm) && space.login.fits(scheme)
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
    return faults.has(.spacesOnEveryServer) || faults.has(.sidesShareSpaces)
  }

  /// Realms are the same where all their octets are (RFC 7617 2, RFC 9110 11.5).
  private func isRealm(_ known: Octets?, _ asked: Octets?) -> Bool {
    if known == asked { return true }
    if let known, let asked, known.equalsIgnoringCase(asked), faults.has(.realmComparedWithoutCase)
    {
      return true
    }
    return faults.has(.realmIgnoredInLookUp)
  }

  /// Forgets a login that was refused.
  mutating func evict(_ login: Login, at peer: Peer, realm: Octets?) {
    if faults.has(.refusedNotForgotten) { return }
    spaces.removeAll { $0.peer == peer && $0.realm == realm && $0.login == login }
  }

  /// Takes the next nonce of a server.
  mutating func renew(_ nonce: Octets, at peer: Peer, realm: Octets?) {
    for index in spaces.indices
    where spaces[index].peer == peer && spaces[index].realm == realm {
      spaces[index].offer.digest?.nonce = nonce
    }
  }

  /// Keeps what these logins opened, and nothing else.
  mutating func keep(_ isKept: (ProtectionSpace) -> Bool) {
    spaces.removeAll { !isKept($0) }
  }

  /// The one that a server opened first.
  func first(at peer: Peer) -> ProtectionSpace? { spaces.first { $0.peer == peer } }

  /// `true` if a Digest was accepted in a realm of a server.
  func hasDigest(at peer: Peer, realm: Octets?) -> Bool {
    spaces.contains { $0.peer == peer && $0.realm == realm && $0.offer.scheme == .digest }
  }

  /// The one that was opened last.
  var latest: ProtectionSpace? { spaces.last }
}
