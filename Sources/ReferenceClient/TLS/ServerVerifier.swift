// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// Verifies the servers of a session.
final class ServerVerifier {
  private let faults: FaultSet
  private var anchors: [String: [Certificate]] = [:]
  /// `true` if a server was accepted before. Only a fault uses it.
  private var hasAccepted = false

  init(_ faults: FaultSet) { self.faults = faults }

  /// Throws unless the server with this chain, its own certificate first, is acceptable.
  ///
  /// "To establish a secured connection to dereference a URI, a client MUST verify that the
  /// service's identity is an acceptable match for the URI's origin server." (RFC 9110 4.3.4)
  func verify(_ chain: [[UInt8]], of peer: TLSPeer) throws(ServerRefusal) {
    do throws(ServerRefusal) {
      try check(chain.compactMap { Certificate(der: $0) }, of: peer.identity)
    } catch {
      guard isForgiven(error, of: peer) else { throw error }
    }
    hasAccepted = true
  }

  private func check(
    _ chain: [Certificate], of peer: TLSPeer.Identity
  ) throws(ServerRefusal) {
    guard let leaf = chain.first else { throw .noCertificate }
    let path = try CertificatePath(
      leaf, sent: Array(chain.dropFirst()), anchors: anchors(in: peer.anchors), faults)
    try path.check(at: Int(WallClock.secondsSince1970))
    if let list = try revocationList(in: peer.revocationList),
      path.certificates.contains(where: list.contains), !faults.has(.revocationIgnored)
    {
      throw .revoked
    }
    guard ReferenceIdentity(peer.host).isMet(by: leaf, faults) || faults.has(.hostNotChecked)
    else { throw .wrongName(peer.host) }
    guard isPinMet(by: path.certificates, of: peer) else { throw .wrongKey }
  }

  /// "This process requires that a client be configured with a set of trust anchors." (RFC 9110
  /// 4.3.4)
  private func anchors(in file: String) throws(ServerRefusal) -> [Certificate] {
    if let known = anchors[file] { return known }
    let read = (try? FileReading.read(file)).map { Certificate.list(pem: $0) } ?? []
    guard !read.isEmpty else { throw .noAnchors }
    anchors[file] = read
    return read
  }

  /// "At the current time, the certificate is not revoked." (RFC 5280 6.1.3 (a)(3))
  ///
  /// A list that cannot be read does not count as empty: the server is refused.
  private func revocationList(in file: String?) throws(ServerRefusal) -> RevokedCertificates? {
    guard let file else { return nil }
    guard let list = (try? FileReading.read(file)).flatMap(RevokedCertificates.init(pem:)) else {
      throw .noAnchors
    }
    return list
  }

  /// A pin is met by the SubjectPublicKeyInfo of any certificate "in the Pinned Host's validated
  /// certificate chain" (RFC 7469 2.6).
  private func isPinMet(by path: [Certificate], of peer: TLSPeer.Identity) -> Bool {
    guard !peer.pins.isEmpty else { return true }
    func isMet(by hash: [UInt8]) -> Bool {
      peer.pins.contains("sha256//\(Octets(hash).base64.latin1)")
    }
    var isGood = path.contains { isMet(by: $0.keyHash) }
    if let last = path.last {
      isGood = faults.alter(isGood, .pinOfLastCertificateCompared) { _ in
        isMet(by: last.keyHash)
      }
    }
    isGood = faults.alter(isGood, .pinOfWholeCertificateCompared) { _ in
      path.contains { isMet(by: $0.hash) }
    }
    return isGood || (hasAccepted && faults.has(.pinOnFirstConnectionOnly))
      || faults.has(.pinIgnored)
  }

  /// `true` if a fault accepts a server that was refused.
  private func isForgiven(_ refusal: ServerRefusal, of peer: TLSPeer) -> Bool {
    if peer.identity.isProxy {
      if faults.has(.proxyNotVerified) { return true }
      if case .wrongName = refusal, faults.has(.hostOfProxyNotChecked) { return true }
    }
    if case .wrongName = refusal, hasAccepted, faults.has(.hostOfFirstConnectionOnlyChecked) {
      return true
    }
    if peer.isRedirected, faults.has(.verificationOffAfterRedirect) { return true }
    if peer.servesWebSocket, faults.has(.webSocketServerNotVerified) { return true }
    if peer.isInTunnel, faults.has(.verificationOffInTunnel) { return true }
    return peer.isRepeated && faults.has(.verificationOffOnceRefused)
  }
}
