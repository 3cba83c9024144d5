// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
internal import CGnuTLS
internal import LibC

/// The client's side of TLS on one connection, without a socket: it takes octets of the server, and
/// produces octets for the server.
@safe final class TLSLayer {
  private static let recordSize = 1 << 14

  private let peer: TLSPeer
  private let verifier: ServerVerifier
  private let sessions: SessionCache
  private let faults: FaultSet
  private let handle: gnutls_session_t
  private let credentials: gnutls_certificate_credentials_t
  private var incoming: [UInt8] = []
  private var incomingStart = 0
  private var outgoing: [UInt8] = []
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
    var session: gnutls_session_t?
    _ = unsafe gnutls_init(&session, authspec_gnutls_client)
    var made: gnutls_certificate_credentials_t?
    _ = unsafe gnutls_certificate_allocate_credentials(&made)
    guard let handle = unsafe session, let credentials = unsafe made else { return nil }
    self.peer = peer
    self.verifier = verifier
    self.sessions = sessions
    self.faults = faults
    unsafe self.handle = unsafe handle
    unsafe self.credentials = unsafe credentials
    guard let priority = TLSPriority.offered(faults) else { return nil }
    _ = unsafe gnutls_priority_set(handle, priority.handle)
    // `CertificatePath`, not the library, decides what a certificate may be used for.
    unsafe gnutls_session_enable_compatibility_mode(handle)
    _ = unsafe gnutls_credentials_set(
      handle, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    guard setCertificate() else { return nil }
    setServerName()
    setProtocol()
    attach()
    watchSignatures()
    offerSession()
  }

  deinit {
    unsafe gnutls_deinit(handle)
    unsafe gnutls_certificate_free_credentials(credentials)
  }

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
  var isResumed: Bool { unsafe gnutls_session_is_resumed(handle) != 0 && isEstablished }

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
    let session = ResumableSession(
      data: unsafe datum.octets, chain: chain, isRefused: refusal != nil, memory: memory)
    sessions.keep(session, with: peer)
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

  /// Offers the protocols that the client speaks (RFC 7301).
  private func setProtocol() {
    _ = unsafe Certificate.withDatum(Array("http/1.1".utf8)) { old in
      guard peer.offersHTTP2 else { return unsafe gnutls_alpn_set_protocols(handle, old, 1, 0) }
      return unsafe Certificate.withDatum(Array("h2".utf8)) { new in
        let names = unsafe [new.pointee, old.pointee]
        return unsafe gnutls_alpn_set_protocols(handle, names, 2, 0)
      }
    }
  }

  /// The protocol that was agreed on (RFC 7301).
  var selectedProtocol: String? {
    var datum = unsafe gnutls_datum_t()
    guard unsafe gnutls_alpn_get_selected_protocol(handle, &datum) == 0 else { return nil }
    return String(decoding: unsafe datum.octets, as: UTF8.self)
  }

  /// The layer of a session, which the library keeps for its callbacks.
  private static func owner(of session: gnutls_session_t?) -> TLSLayer? {
    guard let session = unsafe session, let me = unsafe gnutls_session_get_ptr(session) else {
      return nil
    }
    return unsafe layer(me)
  }

  private static func layer(_ me: UnsafeMutableRawPointer) -> TLSLayer {
    unsafe Unmanaged<TLSLayer>.fromOpaque(me).takeUnretainedValue()
  }

  /// Sets the library's callbacks. The session never outlives this object, so it does not retain
  /// it.
  private func attach() {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe gnutls_session_set_ptr(handle, me)
    unsafe gnutls_transport_set_ptr(handle, me)
    unsafe gnutls_transport_set_pull_function(handle) { me, room, count in
      guard let me = unsafe me, let room = unsafe room else { return -1 }
      return unsafe TLSLayer.layer(me).pull(
        UnsafeMutableRawBufferPointer(start: room, count: count))
    }
    unsafe gnutls_transport_set_push_function(handle) { me, octets, count in
      guard let me = unsafe me, let octets = unsafe octets else { return -1 }
      unsafe TLSLayer.layer(me).outgoing.append(
        contentsOf: UnsafeRawBufferPointer(start: octets, count: count))
      return count
    }
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
  private var shownChain: [[UInt8]] {
    var count: UInt32 = 0
    guard let certificates = unsafe gnutls_certificate_get_peers(handle, &count) else { return [] }
    return unsafe UnsafeBufferPointer(start: certificates, count: Int(count)).map {
      unsafe $0.octets
    }
  }

  private func pull(_ room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, incoming.count - incomingStart)
    guard count > 0 else {
      unsafe gnutls_transport_set_errno(handle, EAGAIN)
      return -1
    }
    unsafe room.copyBytes(from: incoming[incomingStart..<incomingStart + count])
    incomingStart += count
    if incomingStart == incoming.count {
      incoming.removeAll(keepingCapacity: true)
      incomingStart = 0
    }
    return count
  }

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
  func take(_ octets: [UInt8]) { incoming += octets }

  /// The octets for the server since the last call.
  func takeOutgoing() -> [UInt8] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Continues the handshake as far as the received octets allow.
  func shakeHands() -> Progress {
    while true {
      let result = unsafe gnutls_handshake(handle)
      if result == GNUTLS_E_SUCCESS {
        if refusal != nil {
          // A fault keeps the session of a server that it refuses.
          keepSession()
          return .failed(failed(GNUTLS_E_CERTIFICATE_ERROR))
        }
        isEstablished = true
        return .completed
      }
      if result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED { return .needsMore }
      guard gnutls_error_is_fatal(result) != 0 else { continue }
      return .failed(failed(result))
    }
  }

  /// Sends the alert for a result, and returns the failure.
  private func failed(_ result: Int32) -> TLSFailure {
    hasFailed = true
    if let refusal {
      _ = unsafe gnutls_alert_send(handle, GNUTLS_AL_FATAL, refusal.alert)
      return .refused(refusal)
    }
    if result == GNUTLS_E_FATAL_ALERT_RECEIVED {
      let name = unsafe gnutls_alert_get_name(unsafe gnutls_alert_get(handle))
      return .alert(unsafe name.map { unsafe String(cString: $0) } ?? "unknown")
    }
    _ = unsafe gnutls_alert_send_appropriate(handle, result)
    return .library(unsafe String(cString: gnutls_strerror(result)))
  }

  /// Decrypts the next record.
  func receive() -> Reception {
    if hasFailed { return .none }
    while true {
      var result = 0
      let unread = incoming.count - incomingStart
      let octets = unsafe [UInt8](unsafeUninitializedCapacity: TLSLayer.recordSize) { room, count in
        result = unsafe gnutls_record_recv(handle, room.baseAddress, room.count)
        count = max(result, 0)
      }
      if result > 0 {
        keepSession()
        return .octets(octets)
      }
      if result == 0 { return .end }
      switch Int32(result) {
      // A ticket has been read, and octets may follow it.
      case GNUTLS_E_AGAIN where !incoming.isEmpty && incoming.count - incomingStart < unread:
        continue
      case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return .none
      // "The client MUST respond with the appropriate Authentication messages" (RFC 8446 4.6.2).
      case GNUTLS_E_REAUTH_REQUEST:
        if faults.has(.laterCertificateRequestRefused) {
          return .failed(failed(GNUTLS_E_REAUTH_REQUEST))
        }
        _ = unsafe gnutls_reauth(handle, 0)
      // The client refuses renegotiation.
      case GNUTLS_E_REHANDSHAKE:
        _ = unsafe gnutls_alert_send(handle, GNUTLS_AL_WARNING, GNUTLS_A_NO_RENEGOTIATION)
      case let result where gnutls_error_is_fatal(result) != 0: return .failed(failed(result))
      default: continue
      }
    }
  }

  /// Encrypts octets.
  func send(_ octets: [UInt8]) {
    var rest = octets[...]
    while !rest.isEmpty, !hasFailed {
      let sent = unsafe rest.withUnsafeBytes { octets in
        unsafe gnutls_record_send(handle, octets.baseAddress, octets.count)
      }
      guard sent > 0 else {
        hasFailed = true
        return
      }
      rest = rest.dropFirst(sent)
    }
  }

  /// Sends close_notify: "Clients MUST send a closure alert before closing the connection." (RFC
  /// 9112 9.8)
  func sendClosure() {
    if isEstablished, !hasFailed { _ = unsafe gnutls_bye(handle, GNUTLS_SHUT_WR) }
  }
}
