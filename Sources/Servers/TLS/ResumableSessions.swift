// SPDX-License-Identifier: Apache-2.0

import Platform
internal import CGnuTLS

/// The sessions that the servers of a case resume. Each server resumes those of the others too,
/// like servers that share a key for tickets: the client decides whether a session is for a server.
@safe final class ResumableSessions {
  /// The key of the session tickets (RFC 8446 4.6.1, RFC 5077).
  private var ticketKey: gnutls_datum_t
  /// The sessions of clients that take no tickets, by session ID (RFC 5246 7.4.1.2).
  private var sessionsByID: [[UInt8]: [UInt8]] = [:]

  init() throws(ServerError) {
    unsafe ticketKey = gnutls_datum_t()
    try GnuTLS.check(
      unsafe gnutls_session_ticket_key_generate(&ticketKey), "make a key for session tickets")
  }

  deinit { unsafe authspec_gnutls_free(ticketKey.data) }

  /// Makes a TLS session issue and resume sessions. It must not outlive this object.
  func offer(in session: gnutls_session_t) {
    _ = unsafe gnutls_session_ticket_enable_server(session, &ticketKey)
    unsafe gnutls_db_set_ptr(session, Unmanaged.passUnretained(self).toOpaque())
    unsafe gnutls_db_set_store_function(session) { me, id, data in
      guard let me = unsafe me else { return -1 }
      let sessions = unsafe Unmanaged<ResumableSessions>.fromOpaque(me).takeUnretainedValue()
      sessions.sessionsByID[unsafe id.octets] = unsafe data.octets
      return 0
    }
    unsafe gnutls_db_set_retrieve_function(session) { me, id in
      guard let me = unsafe me else { return unsafe gnutls_datum_t() }
      let sessions = unsafe Unmanaged<ResumableSessions>.fromOpaque(me).takeUnretainedValue()
      let data = sessions.sessionsByID[unsafe id.octets] ?? []
      return unsafe data.isEmpty
        ? gnutls_datum_t() : authspec_gnutls_copy(data, UInt32(data.count))
    }
    unsafe gnutls_db_set_remove_function(session) { me, id in
      guard let me = unsafe me else { return -1 }
      let sessions = unsafe Unmanaged<ResumableSessions>.fromOpaque(me).takeUnretainedValue()
      sessions.sessionsByID[unsafe id.octets] = nil
      return 0
    }
  }
}
