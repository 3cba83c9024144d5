// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS

/// What calls of GnuTLS have in common.
enum GnuTLS {
  /// Throws the library's words for a result below zero.
  @discardableResult
  static func check(_ result: Int32, _ what: String) throws(ServerError) -> Int32 {
    guard result < 0 else { return result }
    throw ServerError("GnuTLS cannot \(what): \(unsafe String(cString: gnutls_strerror(result))).")
  }

  /// The symbol of a result: `GNUTLS_E_UNSUPPORTED_VERSION_PACKET`.
  static func symbol(_ result: Int32) -> String {
    guard let name = unsafe gnutls_strerror_name(result) else { return "\(result)" }
    return unsafe String(cString: name)
  }

  /// The octets of a datum that the library has allocated, which is freed.
  static func taken(_ datum: gnutls_datum_t) -> [UInt8] {
    defer { unsafe authspec_gnutls_free(datum.data) }
    return unsafe octets(of: datum)
  }

  /// The octets of a datum that the library keeps.
  static func octets(of datum: gnutls_datum_t) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
  }

  /// Octets that nobody can guess.
  static func random(_ count: Int) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    _ = unsafe gnutls_rnd(GNUTLS_RND_NONCE, &octets, count)
    return octets
  }
}

extension GnuTLS {
  /// The results that say that the other side has sent an alert.
  static let alertResults = (
    fatal: GNUTLS_E_FATAL_ALERT_RECEIVED, warning: GNUTLS_E_WARNING_ALERT_RECEIVED
  )
}
