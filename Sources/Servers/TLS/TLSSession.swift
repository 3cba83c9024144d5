// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
internal import CGnuTLS
internal import LibC

/// The server's side of TLS on one connection, without a socket: octets of the client in, octets
/// for the client out.
@safe final class TLSSession {
  /// The state of a handshake.
  enum Progress {
    case needsMore
    case completed
    /// The handshake cannot go on: the library's result.
    case failed(Int32)
    /// The message is due at which the plan ends the handshake.
    case stopped
  }

  /// The result of reading.
  enum Reception {
    case octets(Int)
    case none
    /// The client has sent `close_notify`.
    case end
    /// The connection is broken: the library's result.
    case failed(Int32)
  }

  /// Octets for the client.
  var outgoing = OutputQueue()
  private let context: TLSContext
  private let plan: HandshakePlan
  /// The sessions that it resumes; `nil` for none.
  private let sessions: ResumableSessions?
  /// The certificate that the handshake shows.
  private(set) var shown: TLSCredentials
  private let handle: gnutls_session_t
  private var input: [UInt8] = []
  private var inputStart = 0
  private var hasStopped = false
  private var hasRequestedHello = false
  private var hasBegun = false
  /// `true` if the client has offered none of the versions that the server speaks.
  private(set) var hasNoCommonVersion = false

  /// A session that has not begun. A server that shows another certificate than usual counts as
  /// another server, and resumes none of `sessions`.
  init(
    _ context: TLSContext, plan: HandshakePlan, sessions: ResumableSessions?
  ) throws(ServerError) {
    self.context = context
    self.plan = plan
    self.sessions = plan.certificate == nil ? sessions : nil
    shown = try context.credentials(for: plan)
    let flags =
      self.sessions == nil ? authspec_gnutls_server : authspec_gnutls_server_that_resumes
    unsafe handle = try GnuTLS.make("a session") { unsafe gnutls_init($0, flags) }
    _ = unsafe gnutls_priority_set(handle, context.priority.handle)
    unsafe self.sessions?.offer(in: handle)
    show(shown)
    setProtocols(context.settings.protocols)
    if context.settings.asksForCertificate {
      // Not GNUTLS_CERT_REQUIRE: the scenario's rules say what a missing certificate means.
      unsafe gnutls_certificate_server_set_request(handle, GNUTLS_CERT_REQUEST)
    }
    attach()
  }

  deinit { unsafe gnutls_deinit(handle) }

  private func show(_ credentials: TLSCredentials) {
    shown = credentials
    _ = unsafe gnutls_credentials_set(
      handle, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.handle))
  }

  private func setProtocols(_ protocols: [String]) {
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
        handle, data, UInt32(data.count), GNUTLS_ALPN_SERVER_PRECEDENCE.rawValue)
    }
  }

  /// Sets the library's callbacks. The handle never outlives this object, so it need not retain it.
  private func attach() {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe gnutls_session_set_ptr(handle, me)
    unsafe gnutls_transport_set_ptr(handle, me)
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
    if !context.credentialsByName.isEmpty, plan.certificate == nil {
      unsafe gnutls_handshake_set_post_client_hello_function(handle) { handle in
        guard let handle = unsafe handle, let me = unsafe gnutls_session_get_ptr(handle) else {
          return 0
        }
        unsafe TLSSession.at(me).chooseByName()
        return 0
      }
    }
    guard plan.end != nil || !speaksUsualVersions else { return }
    unsafe gnutls_handshake_set_hook_function(
      handle, authspec_gnutls_any_message, GNUTLS_HOOK_PRE
    ) { handle, type, _, isIncoming, message in
      guard let handle = unsafe handle, let me = unsafe gnutls_session_get_ptr(handle) else {
        return 0
      }
      let session = unsafe TLSSession.at(me)
      if isIncoming == 0 { return session.isToStop(before: type) ? GNUTLS_E_INTERNAL_ERROR : 0 }
      if type == GNUTLS_HANDSHAKE_CLIENT_HELLO.rawValue, let message = unsafe message {
        session.compareVersions(unsafe OfferedVersions(hello: message))
      }
      return 0
    }
  }

  private static func at(_ me: UnsafeMutableRawPointer) -> TLSSession {
    unsafe Unmanaged<TLSSession>.fromOpaque(me).takeUnretainedValue()
  }

  // MARK: The library's calls

  private func pull(_ room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, input.count - inputStart)
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

  private func chooseByName() {
    guard let name = serverName, let credentials = context.credentialsByName[name] else { return }
    show(credentials)
  }

  /// `true` if it speaks each version that a client may be limited to (RFC 9325 3.1.1).
  private var speaksUsualVersions: Bool {
    Set(context.settings.versions).isSuperset(of: TLSSettings.usual.versions)
  }

  private func compareVersions(_ offered: OfferedVersions) {
    hasNoCommonVersion = !offered.includes(oneOf: context.settings.versions)
  }

  private func isToStop(before type: UInt32) -> Bool {
    guard plan.end != nil else { return false }
    let wanted =
      switch plan.message {
      case .hello: GNUTLS_HANDSHAKE_SERVER_HELLO
      case .certificate: GNUTLS_HANDSHAKE_CERTIFICATE_PKT
      case .finished: GNUTLS_HANDSHAKE_FINISHED
      case .complete: nil as gnutls_handshake_description_t?
      }
    guard let wanted, type == wanted.rawValue else { return false }
    hasStopped = true
    return true
  }

  // MARK: Octets of the client

  /// Adds octets that have arrived.
  func take(_ octets: UnsafeRawBufferPointer) { unsafe input.append(contentsOf: octets) }

  /// Goes on with the handshake, as far as the octets that have arrived allow.
  func shakeHands() -> Progress {
    hasBegun = true
    while true {
      let result = unsafe gnutls_handshake(handle)
      if result == GNUTLS_E_SUCCESS { return .completed }
      if hasStopped { return .stopped }
      if result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED { return .needsMore }
      if gnutls_error_is_fatal(result) != 0 { return .failed(result) }
    }
  }

  /// Asks the client for a certificate after the handshake, and goes on with that as far as the
  /// octets that have arrived allow. A client may refuse; then it has shown no certificate.
  ///
  /// "a server MAY request client authentication at any time after the handshake has completed by
  /// sending a CertificateRequest message" (RFC 8446 4.6.2). In TLS 1.2 a server sends HelloRequest
  /// (RFC 5246 7.4.1.1), and asks in the handshake that follows.
  func askForCertificate(_ takeData: ([UInt8]) -> Void) -> Progress {
    unsafe gnutls_certificate_server_set_request(handle, GNUTLS_CERT_REQUEST)
    while true {
      let result = askOnce()
      switch result {
      case GNUTLS_E_SUCCESS: return .completed
      // The client did not offer it, or refuses to renegotiate.
      case GNUTLS_E_INVALID_REQUEST, GNUTLS_E_WARNING_ALERT_RECEIVED: return .completed
      case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return .needsMore
      case GNUTLS_E_GOT_APPLICATION_DATA: readData(takeData)
      default: if gnutls_error_is_fatal(result) != 0 { return .failed(result) }
      }
    }
  }

  private func askOnce() -> Int32 {
    if unsafe gnutls_protocol_get_version(handle) == GNUTLS_TLS1_3 {
      return unsafe gnutls_reauth(handle, 0)
    }
    if !hasRequestedHello {
      let result = unsafe gnutls_rehandshake(handle)
      guard result == GNUTLS_E_SUCCESS else { return result }
      hasRequestedHello = true
    }
    return unsafe gnutls_handshake(handle)
  }

  /// Reads data that the client sent before its answer.
  private func readData(_ takeData: ([UInt8]) -> Void) {
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 14) { room, count in
      count = max(0, unsafe gnutls_record_recv(handle, room.baseAddress, room.count))
    }
    takeData(octets)
  }

  /// Reads decrypted octets of the client.
  func receive(into room: UnsafeMutableRawBufferPointer) -> Reception {
    while true {
      let count = unsafe gnutls_record_recv(handle, room.baseAddress, room.count)
      if count > 0 { return .octets(count) }
      if count == 0 { return .end }
      let result = Int32(count)
      if result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED { return .none }
      if gnutls_error_is_fatal(result) != 0 { return .failed(result) }
    }
  }

  // MARK: Octets for the client

  /// Encrypts octets; returns `false` if the session is broken.
  func send(_ octets: UnsafeRawBufferPointer) -> Bool {
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
  func sendCloseNotify() { _ = unsafe gnutls_bye(handle, GNUTLS_SHUT_WR) }

  /// Sends a fatal alert.
  func send(_ alert: TLSAlert) {
    _ = unsafe gnutls_alert_send(
      handle, GNUTLS_AL_FATAL, gnutls_alert_description_t(UInt32(alert.rawValue)))
  }

  /// Sends the alert that the library chooses for a result.
  func sendAlert(for result: Int32) { _ = unsafe gnutls_alert_send_appropriate(handle, result) }

  // MARK: What was agreed on

  /// The last alert of the client that the library has read.
  var lastAlert: TLSAlert {
    TLSAlert(rawValue: UInt8(truncatingIfNeeded: unsafe gnutls_alert_get(handle).rawValue))
  }

  /// The host that the client named (RFC 6066 3).
  var serverName: String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room -> String? in
      var size = room.count
      var kind: UInt32 = 0
      guard let name = room.baseAddress,
        unsafe gnutls_server_name_get(handle, name, &size, &kind, 0) == 0
      else { return nil }
      return unsafe String(cString: name)
    }
  }

  /// `1.3`; empty before the client has sent anything, when GnuTLS reports its own preference.
  var version: String {
    guard hasBegun else { return "" }
    guard
      let name = unsafe gnutls_protocol_get_name(gnutls_protocol_get_version(handle))
    else { return "" }
    let text = unsafe String(cString: name)
    return text.hasPrefix("TLS") ? String(text.dropFirst(3)) : text
  }

  /// `TLS_AES_256_GCM_SHA384`; `nil` before records are encrypted.
  ///
  /// GnuTLS reads the name through a null pointer as long as no cipher suite is chosen, which may
  /// be after the version is.
  var cipher: String? {
    guard unsafe gnutls_cipher_get(handle) != GNUTLS_CIPHER_NULL else { return nil }
    return unsafe gnutls_ciphersuite_get(handle).map { unsafe String(cString: $0) }
  }

  /// The protocol that was agreed on (RFC 7301).
  var selectedProtocol: String? {
    var datum = unsafe gnutls_datum_t()
    guard unsafe gnutls_alpn_get_selected_protocol(handle, &datum) == 0 else { return nil }
    return String(decoding: unsafe GnuTLS.octets(of: datum), as: UTF8.self)
  }

  /// `true` if it resumes an earlier session.
  var isResumed: Bool { unsafe gnutls_session_is_resumed(handle) != 0 }

  /// The certificates that the client showed, in DER, its own first.
  var clientCertificates: [[UInt8]] {
    var count: UInt32 = 0
    guard let chain = unsafe gnutls_certificate_get_peers(handle, &count) else { return [] }
    return (0..<Int(count)).map { unsafe GnuTLS.octets(of: chain[$0]) }
  }
}
