// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
internal import CGnuTLS

/// The server's part in the TLS of one connection: the certificate that it shows, the message at
/// which it ends the handshake, and the certificate that it asks the client for.
@safe final class ServerHandshake {
  /// The state of a handshake.
  enum Progress {
    case needsMore
    case completed
    /// The handshake cannot go on: the library's result.
    case failed(Int32)
    /// The message is due at which the plan ends the handshake.
    case stopped
  }

  let session: TLSSession
  private let context: TLSContext
  private let plan: HandshakePlan
  /// The sessions that it resumes; `nil` for none.
  private let sessions: ResumableSessions?
  /// The certificate that the handshake shows.
  private(set) var shown: TLSCredentials
  private var hasStopped = false
  private var hasRequestedHello = false
  /// `true` if the client has offered none of the versions that the server speaks.
  private(set) var hasNoCommonVersion = false

  /// A handshake that has not begun. A server that shows another certificate than usual counts as
  /// another server, and resumes none of `sessions`.
  init(
    _ context: TLSContext, plan: HandshakePlan, sessions: ResumableSessions?
  ) throws(ServerError) {
    self.context = context
    self.plan = plan
    self.sessions = plan.certificate == nil ? sessions : nil
    shown = try context.credentials(for: plan)
    guard let session = unsafe TLSSession(.server(resumes: self.sessions != nil)) else {
      throw ServerError("GnuTLS has no memory for a session.")
    }
    self.session = session
    _ = unsafe gnutls_priority_set(handle, context.priority.handle)
    unsafe self.sessions?.offer(in: handle)
    show(shown)
    session.offer(protocols: context.settings.protocols)
    if context.settings.asksForCertificate {
      // Not GNUTLS_CERT_REQUIRE: the scenario's rules say what a missing certificate means.
      unsafe gnutls_certificate_server_set_request(handle, GNUTLS_CERT_REQUEST)
    }
    attach()
  }

  private var handle: gnutls_session_t { unsafe session.handle }

  private func show(_ credentials: TLSCredentials) {
    shown = credentials
    unsafe session.use(credentials.handle)
  }

  /// Sets the library's callbacks. The handle never outlives this object, so it need not retain it.
  private func attach() {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe gnutls_session_set_ptr(handle, me)
    if !context.credentialsByName.isEmpty, plan.certificate == nil {
      unsafe gnutls_handshake_set_post_client_hello_function(handle) { handle in
        guard let handle = unsafe handle, let me = unsafe gnutls_session_get_ptr(handle) else {
          return 0
        }
        unsafe ServerHandshake.at(me).chooseByName()
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
      let server = unsafe ServerHandshake.at(me)
      if isIncoming == 0 { return server.isToStop(before: type) ? GNUTLS_E_INTERNAL_ERROR : 0 }
      if type == GNUTLS_HANDSHAKE_CLIENT_HELLO.rawValue, let message = unsafe message {
        server.compareVersions(unsafe OfferedVersions(hello: message))
      }
      return 0
    }
  }

  private static func at(_ me: UnsafeMutableRawPointer) -> ServerHandshake {
    unsafe Unmanaged<ServerHandshake>.fromOpaque(me).takeUnretainedValue()
  }

  // MARK: The library's calls

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

  /// Goes on with the handshake, as far as the octets that have arrived allow.
  func shakeHands() -> Progress {
    switch session.shakeHands() {
    case .needsMore: .needsMore
    case .completed: .completed
    case .failed(let result): hasStopped ? .stopped : .failed(result)
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
}
