// SPDX-License-Identifier: Apache-2.0

import CGnuTLS
internal import LibC

/// One side of TLS on one connection, without a socket: octets of the other side in, octets for it
/// out. GnuTLS reads and writes the records.
///
/// What a certificate means is for the side to decide, which sets the library's functions for that
/// on `handle`.
@safe package final class TLSSession {
  /// The side of a session.
  package enum Role {
    case client
    /// A server, which issues and resumes sessions or does not.
    case server(resumes: Bool)
  }

  /// The state of a handshake.
  package enum Progress {
    case needsMore
    case completed
    /// The handshake cannot go on: the library's result.
    case failed(Int32)
  }

  /// The result of reading.
  package enum Reception {
    case octets(Int)
    case none
    /// The other side has sent `close_notify` (RFC 8446 6.1).
    case end
    /// The server asks for a certificate after the handshake (RFC 8446 4.6.2).
    case asked
    /// The connection is broken: the library's result.
    case failed(Int32)
  }

  package let handle: gnutls_session_t
  /// Octets for the other side.
  package var outgoing = OutputQueue()
  /// Credentials that only this session uses.
  private let credentials: gnutls_certificate_credentials_t?
  private let isClient: Bool
  private var input: [UInt8] = []
  private var inputStart = 0
  private var hasBegun = false

  /// A session that has not begun, and that frees its own `credentials`; `nil` if there is no
  /// memory.
  package init?(_ role: Role, credentials: gnutls_certificate_credentials_t? = nil) {
    let flags =
      switch role {
      case .client: authspec_gnutls_client
      case .server(resumes: true): authspec_gnutls_server_that_resumes
      case .server(resumes: false): authspec_gnutls_server
      }
    if case .client = role { isClient = true } else { isClient = false }
    var made: gnutls_session_t?
    _ = unsafe gnutls_init(&made, flags)
    guard let handle = unsafe made else { return nil }
    unsafe self.handle = unsafe handle
    unsafe self.credentials = unsafe credentials
    if let credentials = unsafe credentials { unsafe use(credentials) }
    attach()
  }

  deinit {
    unsafe gnutls_deinit(handle)
    if let credentials = unsafe credentials {
      unsafe gnutls_certificate_free_credentials(credentials)
    }
  }

  /// Sets the library's functions for octets. The handle never outlives this object, so it need not
  /// retain it.
  private func attach() {
    unsafe gnutls_transport_set_ptr(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe gnutls_transport_set_pull_function(handle) { me, room, count in
      guard let me = unsafe me, let room = unsafe room else { return -1 }
      return unsafe TLSSession.at(me).pull(UnsafeMutableRawBufferPointer(start: room, count: count))
    }
    unsafe gnutls_transport_set_push_function(handle) { me, octets, count in
      guard let me = unsafe me, let octets = unsafe octets else { return -1 }
      unsafe TLSSession.at(me).outgoing.append {
        unsafe $0.append(contentsOf: UnsafeRawBufferPointer(start: octets, count: count))
      }
      return count
    }
  }

  private static func at(_ me: UnsafeMutableRawPointer) -> TLSSession {
    unsafe Unmanaged<TLSSession>.fromOpaque(me).takeUnretainedValue()
  }

  private func pull(_ room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, unreadCount)
    guard count > 0 else {
      unsafe gnutls_transport_set_errno(handle, EAGAIN)
      return -1
    }
    unsafe room.copyBytes(from: input[inputStart..<inputStart + count])
    inputStart += count
    if inputStart == input.count {
      input.removeAll(keepingCapacity: true)
      inputStart = 0
    }
    return count
  }

  private var unreadCount: Int { input.count - inputStart }

  // MARK: Before the handshake

  /// Shows certificates, which must outlive the session.
  package func use(_ credentials: gnutls_certificate_credentials_t) {
    _ = unsafe gnutls_credentials_set(
      handle, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
  }

  /// Offers protocols (RFC 7301); a server chooses the first of its own that the client offers.
  package func offer(protocols: [String]) {
    guard !protocols.isEmpty else { return }
    var names = protocols.flatMap { Array($0.utf8) }
    // The library copies them.
    unsafe names.withUnsafeMutableBufferPointer { octets in
      guard var place = octets.baseAddress else { return }
      var data: [gnutls_datum_t] = unsafe []
      for name in protocols {
        unsafe data.append(gnutls_datum_t(data: place, size: UInt32(name.utf8.count)))
        unsafe place += name.utf8.count
      }
      _ = unsafe gnutls_alpn_set_protocols(
        handle, data, UInt32(data.count), isClient ? 0 : GNUTLS_ALPN_SERVER_PRECEDENCE.rawValue)
    }
  }

  // MARK: Octets of the other side

  /// Adds octets that have arrived.
  package func take(_ octets: UnsafeRawBufferPointer) { unsafe input.append(contentsOf: octets) }

  /// Adds octets that have arrived.
  package func take(_ octets: [UInt8]) { input += octets }

  /// Goes on with the handshake, as far as the octets that have arrived allow.
  package func shakeHands() -> Progress {
    hasBegun = true
    while true {
      let result = unsafe gnutls_handshake(handle)
      if result == GNUTLS_E_SUCCESS { return .completed }
      if result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED { return .needsMore }
      if gnutls_error_is_fatal(result) != 0 { return .failed(result) }
    }
  }

  /// Reads decrypted octets of the other side.
  package func receive(into room: UnsafeMutableRawBufferPointer) -> Reception {
    while true {
      let unread = unreadCount
      let count = unsafe gnutls_record_recv(handle, room.baseAddress, room.count)
      if count > 0 { return .octets(count) }
      if count == 0 { return .end }
      switch Int32(count) {
      // A ticket has been read, and octets may follow it.
      case GNUTLS_E_AGAIN where unreadCount > 0 && unreadCount < unread: continue
      case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return .none
      case GNUTLS_E_REAUTH_REQUEST: return .asked
      // A client refuses renegotiation.
      case GNUTLS_E_REHANDSHAKE where isClient:
        _ = unsafe gnutls_alert_send(handle, GNUTLS_AL_WARNING, GNUTLS_A_NO_RENEGOTIATION)
      case let result where gnutls_error_is_fatal(result) != 0: return .failed(result)
      default: continue
      }
    }
  }

  // MARK: Octets for the other side

  /// Encrypts octets; returns `false` if the session is broken.
  package func send(_ octets: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < octets.count {
      let sent = unsafe gnutls_record_send(
        handle, octets.baseAddress.map { unsafe $0 + start }, octets.count - start)
      if sent <= 0 { return false }
      start += sent
    }
    return true
  }

  /// Sends `close_notify`.
  package func sendCloseNotify() { _ = unsafe gnutls_bye(handle, GNUTLS_SHUT_WR) }

  /// Sends a fatal alert of that number (RFC 8446 6).
  package func send(alert: UInt8) {
    _ = unsafe gnutls_alert_send(
      handle, GNUTLS_AL_FATAL, gnutls_alert_description_t(UInt32(alert)))
  }

  /// Sends the alert that the library chooses for a result.
  package func sendAlert(for result: Int32) {
    _ = unsafe gnutls_alert_send_appropriate(handle, result)
  }

  // MARK: What was agreed on

  /// `true` if a result says that the other side has sent an alert.
  package static func isAlert(_ result: Int32) -> Bool {
    result == GNUTLS_E_FATAL_ALERT_RECEIVED || result == GNUTLS_E_WARNING_ALERT_RECEIVED
  }

  /// The symbol of a result: `GNUTLS_E_UNSUPPORTED_VERSION_PACKET`.
  package static func symbol(_ result: Int32) -> String {
    guard let name = unsafe gnutls_strerror_name(result) else { return "\(result)" }
    return unsafe String(cString: name)
  }

  /// The number of the last alert that the library has read.
  package var lastAlert: UInt8 {
    UInt8(truncatingIfNeeded: unsafe gnutls_alert_get(handle).rawValue)
  }

  /// `1.3`; empty before the handshake has begun, when GnuTLS reports its own preference.
  package var version: String {
    guard hasBegun,
      let name = unsafe gnutls_protocol_get_name(gnutls_protocol_get_version(handle))
    else { return "" }
    let text = unsafe String(cString: name)
    return text.hasPrefix("TLS") ? String(text.dropFirst(3)) : text
  }

  /// `TLS_AES_256_GCM_SHA384`; `nil` before records are encrypted.
  ///
  /// GnuTLS reads the name through a null pointer as long as no cipher suite is chosen, which may
  /// be after the version is.
  package var cipher: String? {
    guard unsafe gnutls_cipher_get(handle) != GNUTLS_CIPHER_NULL else { return nil }
    return unsafe gnutls_ciphersuite_get(handle).map { unsafe String(cString: $0) }
  }

  /// The protocol that was agreed on (RFC 7301).
  package var selectedProtocol: String? {
    var datum = unsafe gnutls_datum_t()
    guard unsafe gnutls_alpn_get_selected_protocol(handle, &datum) == 0 else { return nil }
    return String(decoding: unsafe datum.octets, as: UTF8.self)
  }

  /// `true` if it resumes an earlier session.
  package var isResumed: Bool { unsafe gnutls_session_is_resumed(handle) != 0 }

  /// The certificates that the other side showed, in DER, its own first.
  package var peerCertificates: [[UInt8]] {
    var count: UInt32 = 0
    guard let chain = unsafe gnutls_certificate_get_peers(handle, &count) else { return [] }
    return unsafe UnsafeBufferPointer(start: chain, count: Int(count)).map { unsafe $0.octets }
  }
}

extension gnutls_datum_t {
  /// A copy of its octets, which the library keeps.
  package var octets: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: data, count: Int(size)))
  }
}
