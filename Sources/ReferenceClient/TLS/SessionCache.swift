// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The TLS sessions that the client can resume.
final class SessionCache {
  /// The server and the client's certificate of a session, which must be equal to resume it.
  ///
  /// "Clients MUST only resume if the new SNI value is valid for the server certificate presented
  /// in the original session and SHOULD only resume if the SNI value matches the one used in the
  /// original session." (RFC 8446 4.6.1) A server knows the client of a resumed session by the
  /// certificate of its first handshake, so the certificate must be the same.
  private struct Key: Equatable {
    var host: String
    var port: UInt16
    var isProxy: Bool
    var certificate: ClientCertificate?
  }

  private var sessions: [(key: Key, session: ResumableSession)] = []
  private let verifier: ServerVerifier
  private let faults: FaultSet

  init(_ verifier: ServerVerifier, _ faults: FaultSet) {
    self.verifier = verifier
    self.faults = faults
  }

  /// Keeps a session with a server for later connections.
  func keep(_ session: ResumableSession, with peer: TLSPeer) {
    let key = key(of: peer)
    sessions.removeAll { $0.key == key }
    sessions.append((key, session))
  }

  /// Takes a session to resume out of the cache: "Clients SHOULD NOT reuse a ticket for multiple
  /// connections." (RFC 8446 C.4)
  ///
  /// The server shows no certificate when a session is resumed. So the client verifies the
  /// certificate of the first handshake by the present time, trust anchors and pins.
  func take(for peer: TLSPeer) -> ResumableSession? {
    let key = key(of: peer)
    guard let place = sessions.firstIndex(where: { $0.key == key }),
      isAcceptable(sessions[place].session, for: peer)
    else { return strangersSession(for: peer, key) }
    if faults.takes(.sessionsNotResumed) { return nil }
    return sessions.remove(at: place).session
  }

  private func key(of peer: TLSPeer) -> Key {
    Key(
      host: peer.identity.host, port: peer.port, isProxy: peer.identity.isProxy,
      certificate: peer.identity.certificate)
  }

  private func isAcceptable(_ session: ResumableSession, for peer: TLSPeer) -> Bool {
    do throws(ServerRefusal) {
      try verifier.verify(session.chain, of: peer)
      return true
    } catch .wrongKey {
      return session.isRefused || faults.has(.sessionOutlivesItsPin)
    } catch {
      return session.isRefused || faults.has(.sessionOutlivesItsAnchors)
    }
  }

  /// A session that is not for this server, or not for this user: faults.
  private func strangersSession(for peer: TLSPeer, _ key: Key) -> ResumableSession? {
    for (other, session) in sessions {
      guard other.isProxy == key.isProxy else { continue }
      if other.host == key.host {
        guard other.certificate != key.certificate,
          faults.has(.sessionOfAnotherUserResumed)
        else { continue }
        return session
      }
      let isForBoth = session.isMeant(for: key.host, faults)
      if isForBoth, faults.has(.sessionOfAnotherNameResumed) { return session }
      if !isForBoth, faults.has(.sessionOfAnotherHostResumed) { return session }
    }
    return nil
  }
}

/// A session that the client can resume.
struct ResumableSession {
  /// The library's data.
  var data: [UInt8]
  /// The certificates of the server in the first handshake, its own first.
  var chain: [[UInt8]]
  /// `true` if the client has refused the server. Only a fault keeps such a session.
  var isRefused: Bool
  /// The login on its connections. Only a fault uses it.
  var memory: SessionMemory

  /// `true` if the certificate of the first handshake is for that host.
  fileprivate func isMeant(for host: String, _ faults: FaultSet) -> Bool {
    guard let leaf = chain.first.flatMap({ Certificate(der: $0) }) else { return false }
    return ReferenceIdentity(host).isMet(by: leaf, faults)
  }
}

/// State of a session that outlives its connections: a fault.
final class SessionMemory {
  var login: Attempts.Answer?
}
