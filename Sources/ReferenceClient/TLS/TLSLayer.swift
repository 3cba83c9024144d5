// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts
internal import CGnuTLS

/// The client's part in the TLS of one connection: it verifies the server, shows a certificate, and
/// keeps sessions.
@safe final class TLSLayer {
  private static let recordSize = 1 << 14

  private let peer: TLSPeer
  private let verifier: ServerVerifier
  private let sessions: SessionCache
  private let faults: FaultSet
  private let session: TLSSession
  private let credentials: gnutls_certificate_credentials_t
  /// The certificates of the server as it sent them, if a fault has swapped them.
  private var sent: [[UInt8]]?
  private var refusal: ServerRefusal?
  /// The session that the client has offered to resume.
  private var offered: ResumableSession?
  private var hasKeptSession = false
  private var hasFailed = false
  /// `true` if the handshake is complete.
  private(set) var isEstablished = false
  /// The refusal of the server that is not reported yet: a fault.
  private(set) var lateRefusal: ServerRefusal?

  /// A layer that has sent nothing yet; `nil` if the library refuses the client's own certificate.
  init?(
    _ peer: TLSPeer, _ verifier: ServerVerifier, _ sessions: SessionCache, _ faults: FaultSet
  ) {
    var made: gnutls_certificate_credentials_t?
    _ = unsafe gnutls_certificate_allocate_credentials(&made)
    guard let credentials = unsafe made,
      let session = unsafe TLSSession(.client, credentials: credentials)
    else { return nil }
    self.peer = peer
    self.verifier = verifier
    self.sessions = sessions
    self.faults = faults
    self.session = session
    unsafe self.credentials = unsafe credentials
    guard let priority = TLSPriority.offered(faults) else { return nil }
    _ = unsafe gnutls_priority_set(handle, priority.handle)
    // `CertificatePath`, not the library, decides what a certificate may be used for.
    unsafe gnutls_session_enable_compatibility_mode(handle)
    guard setCertificate() else { return nil }
    setServerName()
    // RFC 7301
    session.offer(protocols: peer.offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"])
    attach()
    watchSignatures()
    offerSession()
  }

  private var handle: gnutls_session_t { unsafe session.handle }

  /// "If the server requests client authentication but no suitable certificate is available, the
  /// client MUST send a Certificate message containing no certificates" (RFC 8446 4.4.2): the
  /// library does so.
  private func setCertificate() -> Bool {
    guard let own = peer.identity.certificate else {
      watchRequests()
      return true
    }
    let result = unsafe Certificate.withDatum(own.certificate.array) { certificate in
      unsafe Certificate.withDatum(own.key.array) { key in
        unsafe gnutls_certificate_set_x509_key_mem2(
          credentials, certificate, key, GNUTLS_X509_FMT_PEM, nil, 0)
      }
    }
    return result >= 0
  }

  /// Fails if the server asks for a certificate: a fault.
  private func watchRequests() {
    unsafe gnutls_certificate_set_retrieve_function(credentials) { handle, _, _, _, _, result in
      guard let layer = unsafe TLSLayer.owner(of: handle) else { return 0 }
      unsafe result?.pointee.ncerts = 0
      return layer.faults.has(.certificateRequestRefused) ? -1 : 0
    }
  }

  // MARK: Sessions

  /// "The client MAY use this PSK for future handshakes by including the ticket value in the
  /// "pre_shared_key" extension in its ClientHello" (RFC 8446 4.6.1).
  private func offerSession() {
    guard let session = sessions.take(for: peer),
      unsafe gnutls_session_set_data(handle, session.data, session.data.count) == 0
    else { return }
    offered = session
  }

  /// `true` if the server has resumed the session that the client offered.
  var isResumed: Bool { session.isResumed && isEstablished }

  /// The state of the session that outlives connections. Only a fault uses it.
  private(set) lazy var memory = isResumed ? offered?.memory ?? SessionMemory() : SessionMemory()

  /// Keeps the session for later connections, once the server has issued a ticket. In TLS 1.2 a
  /// server need not issue another one when it resumes a session.
  private func keepSession() {
    let isKnown = unsafe isResumed && gnutls_protocol_get_version(handle) == GNUTLS_TLS1_2
    guard !hasKeptSession, unsafe isKnown || authspec_gnutls_has_ticket(handle) else { return }
    hasKeptSession = true
    var datum = unsafe gnutls_datum_t()
    guard unsafe gnutls_session_get_data2(handle, &datum) == 0 else { return }
    defer { unsafe authspec_gnutls_free(datum.data) }
    let chain = isResumed ? offered?.chain ?? [] : shownChain
    sessions.keep(
      ResumableSession(
        data: unsafe datum.octets, chain: chain, isRefused: refusal != nil, memory: memory),
      with: peer)
  }

  /// "clients SHOULD send this extension, when applicable" (RFC 8446 4.4.2.2); an address never
  /// stands in it (RFC 6066 3).
  private func setServerName() {
    let host = peer.identity.namedHost
    guard var name = ReferenceIdentity(host).serverName ?? addressName(host),
      !faults.has(.serverNameLeftOut)
    else { return }
    if host.hasSuffix("."), faults.has(.finalDotNamed) { name = host }
    _ = unsafe gnutls_server_name_set(handle, GNUTLS_NAME_DNS, name, name.utf8.count)
  }

  /// An address instead of a name: a fault.
  private func addressName(_ host: String) -> String? { faults.has(.addressNamed) ? host : nil }

  /// The protocol that was agreed on (RFC 7301).
  var selectedProtocol: String? { session.selectedProtocol }

  /// The layer of a session, which the library keeps for its callbacks.
  private static func owner(of session: gnutls_session_t?) -> TLSLayer? {
    guard let session = unsafe session, let me = unsafe gnutls_session_get_ptr(session) else {
      return nil
    }
    return unsafe Unmanaged<TLSLayer>.fromOpaque(me).takeUnretainedValue()
  }

  /// Sets the library's callbacks. The session never outlives this object, so it does not retain
  /// it.
  private func attach() {
    unsafe gnutls_session_set_ptr(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe gnutls_session_set_verify_function(handle) { handle in
      let isAccepted = unsafe TLSLayer.owner(of: handle)?.isServerAccepted() ?? false
      return isAccepted ? 0 : GNUTLS_E_CERTIFICATE_ERROR
    }
  }

  /// Has the library compare the signature of the handshake with the key of the next certificate:
  /// a fault.
  ///
  /// The library offers no way to skip that comparison. But it reads the certificates for it from
  /// memory that the application can change.
  private func watchSignatures() {
    unsafe gnutls_handshake_set_hook_function(
      handle, authspec_gnutls_any_message, GNUTLS_HOOK_PRE
    ) { handle, type, _, isIncoming, _ in
      guard isIncoming != 0,
        type == GNUTLS_HANDSHAKE_CERTIFICATE_VERIFY.rawValue
          || type == GNUTLS_HANDSHAKE_SERVER_KEY_EXCHANGE.rawValue
      else { return 0 }
      unsafe TLSLayer.owner(of: handle)?.swapCertificates()
      return 0
    }
  }

  /// Swaps the first two certificates of the server in the library's memory: a fault.
  private func swapCertificates() {
    let chain = shownChain
    guard chain.count > 1, let own = Certificate(der: chain[0]),
      let next = Certificate(der: chain[1]), !own.isIssued(by: next),
      faults.has(.signatureOfNextCertificateTaken)
    else { return }
    sent = chain
    var count: UInt32 = 0
    guard let certificates = unsafe gnutls_certificate_get_peers(handle, &count), count > 1 else {
      return
    }
    let places = unsafe UnsafeMutablePointer(mutating: certificates)
    let first = unsafe places[0]
    unsafe places[0] = unsafe places[1]
    unsafe places[1] = unsafe first
  }

  /// The server's certificate, in DER.
  var serverCertificate: [UInt8]? { shownChain.first }

  /// The certificates of the server, its own first.
  private var shownChain: [[UInt8]] { session.peerCertificates }

  /// Verifies the server before the client finishes the handshake, and so before anything of a
  /// request is sent: "A client MUST ensure that its HTTP requests for an "https" resource are
  /// secured, prior to being communicated" (RFC 9110 4.2.2).
  private func isServerAccepted() -> Bool {
    do throws(ServerRefusal) {
      try verifier.verify(sent ?? shownChain, of: peer)
      return true
    } catch {
      let isLate =
        (error == .wrongKey && faults.has(.pinComparedAfterRequest))
        || faults.has(.requestSentBeforeVerification)
      if isLate { lateRefusal = error }
      // A server that does not resume the session is verified like any other.
      if isLate || (offered != nil && faults.has(.serverThatRefusesToResumeAccepted)) {
        return true
      }
      refusal = error
      return faults.has(.sessionOfRefusedServerKept)
    }
  }

  // MARK: Octets

  /// Adds octets of the server.
  func take(_ octets: [UInt8]) { session.take(octets) }

  /// The octets for the server since the last call.
  func takeOutgoing() -> [UInt8] { session.outgoing.takeAll() }

  /// Continues the handshake as far as the received octets allow.
  func shakeHands() -> Progress {
    switch session.shakeHands() {
    case .needsMore: return .needsMore
    case .failed(let result): return .failed(failed(result))
    case .completed where refusal != nil:
      // A fault keeps the session of a server that it refuses.
      keepSession()
      return .failed(failed(GNUTLS_E_CERTIFICATE_ERROR))
    case .completed:
      isEstablished = true
      return .completed
    }
  }

  /// Sends the alert for a result, and returns the failure.
  private func failed(_ result: Int32) -> TLSFailure {
    hasFailed = true
    if let refusal {
      session.send(alert: UInt8(truncatingIfNeeded: refusal.alert.rawValue))
      return .refused(refusal)
    }
    if result == GNUTLS_E_FATAL_ALERT_RECEIVED {
      let name = unsafe gnutls_alert_get_name(unsafe gnutls_alert_get(handle))
      return .alert(unsafe name.map { unsafe String(cString: $0) } ?? "unknown")
    }
    session.sendAlert(for: result)
    return .library(unsafe String(cString: gnutls_strerror(result)))
  }

  /// Decrypts the next record.
  func receive() -> Reception {
    if hasFailed { return .none }
    while true {
      var reception = TLSSession.Reception.none
      let octets = unsafe [UInt8](unsafeUninitializedCapacity: TLSLayer.recordSize) { room, count in
        reception = unsafe session.receive(into: UnsafeMutableRawBufferPointer(room))
        if case .octets(let read) = reception { count = read }
      }
      switch reception {
      case .octets:
        keepSession()
        return .octets(octets)
      case .none: return .none
      case .end: return .end
      case .failed(let result): return .failed(failed(result))
      // "The client MUST respond with the appropriate Authentication messages" (RFC 8446 4.6.2).
      case .asked:
        if faults.has(.laterCertificateRequestRefused) {
          return .failed(failed(GNUTLS_E_REAUTH_REQUEST))
        }
        _ = unsafe gnutls_reauth(handle, 0)
      }
    }
  }

  /// Encrypts octets.
  func send(_ octets: [UInt8]) {
    if !hasFailed, unsafe !octets.withUnsafeBytes({ unsafe session.send($0) }) { hasFailed = true }
  }

  /// Sends close_notify: "Clients MUST send a closure alert before closing the connection." (RFC
  /// 9112 9.8)
  func sendClosure() { if isEstablished, !hasFailed { session.sendCloseNotify() } }
}
