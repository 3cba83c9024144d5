// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// The logins that the client keeps in a file, which outlives its process. Each line is one login:
///
///     side SP origin SP realm SP user SP password LF
///
/// The last three are percent-encoded. An entry belongs to a server, a realm (RFC 9110 11.5) and a
/// user. The latest is the last. Logins with a token or a domain are not kept.
struct LoginStore {
  private struct Entry: Equatable {
    var side: String
    var origin: String
    var realm: Octets
    var login: Login

    func isFor(_ other: Entry) -> Bool {
      side == other.side && origin == other.origin && realm == other.realm
    }

    func isOfUser(_ user: Octets?) -> Bool { user == nil || user == login.user }
  }

  private static let longestFile = 1 << 20

  private let path: String
  private let faults: FaultSet
  /// An earlier content of the file, to use instead of the current one. Only a fault uses it.
  var earlier: [UInt8]?

  /// The store in a folder.
  init(folder: String, _ faults: FaultSet) {
    path = folder + "/logins"
    self.faults = faults
  }

  /// The octets of the file; `nil` if there is none.
  var content: [UInt8]? { try? FileReading.read(path, limit: LoginStore.longestFile) }

  /// The logins for a server and a realm, the latest first; those of a user alone, if one is named.
  func logins(at peer: Peer, realm: Octets?, user: Octets?) -> [Login] {
    let own = LoginStore.entry(at: peer, realm: realm, Login(user: "", password: ""))
    let kept = entries.reversed()
    if let first = kept.last(where: { $0.side == own.side && $0.origin == own.origin }),
      first.realm != own.realm, kept.contains(where: { $0.isFor(own) }),
      faults.has(.storedLoginOfFirstRealm)
    {
      return [first.login]
    }
    return kept.filter { entry in
      if entry.isFor(own) { return entry.isOfUser(user) || faults.has(.storedLoginOfAnotherUser) }
      if entry.side == own.side, entry.origin == own.origin,
        !kept.contains(where: { $0.isFor(own) })
      {
        // Without a challenge there was no realm.
        return entry.realm.isEmpty && faults.has(.unaskedLoginStored)
      }
      guard entry.realm == own.realm else { return false }
      if entry.side == own.side,
        LoginStore.authority(entry.origin) == LoginStore.authority(own.origin)
      {
        return faults.has(.storedLoginForEveryScheme)
      }
      return entry.side == own.side
        && LoginStore.host(entry.origin) != LoginStore.host(own.origin)
        && faults.has(.storedLoginForEveryHost)
    }.map(\.login)
  }

  /// `true` if a login is kept.
  func holds(_ login: Login, at peer: Peer, realm: Octets?) -> Bool {
    entries.contains(LoginStore.entry(at: peer, realm: realm, login))
  }

  /// Keeps a login that a server has accepted, and replaces an earlier one of its user. Returns
  /// `false` if the file cannot be written.
  func keep(_ login: Login, at peer: Peer, realm: Octets?) -> Bool {
    guard login.token == nil, login.domain == nil else { return true }
    let new = LoginStore.entry(at: peer, realm: realm, login)
    var kept = entries
    if kept.contains(new) { return true }
    if kept.contains(where: { $0.isFor(new) && !$0.isOfUser(login.user) }),
      faults.takes(.storedUserReplaced)
    {
      kept.removeAll { $0.isFor(new) && !$0.isOfUser(login.user) }
    }
    if let old = kept.firstIndex(where: { $0.isFor(new) && $0.isOfUser(login.user) }) {
      if faults.has(.storedLoginNotReplaced) { return true }
      if !faults.has(.storedLoginAdded) { kept.remove(at: old) }
    }
    return write(kept + [new])
  }

  /// Drops a login that a server has refused.
  func drop(_ login: Login, at peer: Peer, realm: Octets?) {
    let refused = LoginStore.entry(at: peer, realm: realm, login)
    let kept = entries
    guard kept.contains(refused) else { return }
    _ = write(kept.filter { $0 != refused })
  }

  private static func entry(at peer: Peer, realm: Octets?, _ login: Login) -> Entry {
    Entry(
      side: peer.side == .proxy ? "proxy" : "origin", origin: peer.origin.url, realm: realm ?? "",
      login: login)
  }

  /// The scheme and the host of a URL.
  private static func host(_ url: String) -> [Substring] {
    Array(url.split(separator: ":", maxSplits: 2).prefix(2))
  }

  /// The host and the port of a URL.
  private static func authority(_ url: String) -> Substring { url.drop { $0 != ":" } }

  /// The entries. Lines that cannot be read are ignored, and so is a line without its end, which
  /// was cut off.
  private var entries: [Entry] {
    var octets = earlier ?? content ?? []
    if let last = octets.last, last != 0x0A {
      if faults.takes(.cutStoreTakenAsEmpty) { return [] }
      let whole = (octets.lastIndex(of: 0x0A) ?? -1) + 1
      if !faults.has(.cutLoginTaken) { octets.removeLast(octets.count - whole) }
    }
    return octets.split(separator: 0x0A).compactMap { line in
      let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
      guard parts.count == 5, let realm = PercentEncoding.decode(parts[2]),
        let user = PercentEncoding.decode(parts[3]), let password = PercentEncoding.decode(parts[4])
      else { return nil }
      return Entry(
        side: Octets(parts[0]).latin1, origin: Octets(parts[1]).latin1, realm: realm,
        login: Login(user: user, password: password))
    }
  }

  /// Encodes everything except letters and digits.
  private static func encode(_ octets: Octets) -> String {
    octets.reduce(into: "") { text, octet in
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.unicodeScalars.append(.init(octet))
      default: text += (octet < 16 ? "%0" : "%") + String(octet, radix: 16)
      }
    }
  }

  /// Writes the file as a whole, so that no reader sees a part of it. Only its user may read it.
  /// Returns `false` if it cannot be written.
  private func write(_ entries: [Entry]) -> Bool {
    var octets: [UInt8] = []
    for entry in entries {
      let fields = [entry.realm, entry.login.user, entry.login.password].map(LoginStore.encode)
      octets += "\(entry.side) \(entry.origin) \(fields.joined(separator: " "))\n".utf8
    }
    let done: Void? = try? AtomicFile.write(
      octets, to: path, isDurable: false, isPrivate: !faults.has(.storeReadableByOthers))
    return done != nil
  }
}
