// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS

/// The parts that calls of GnuTLS share.
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

  /// A new object of the library; throws if there is no memory for it.
  static func make(
    _ what: String, _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(ServerError) -> OpaquePointer {
    var made: OpaquePointer?
    _ = unsafe body(&made)
    guard let made = unsafe made else { throw ServerError("GnuTLS has no memory for \(what).") }
    return unsafe made
  }

  /// The octets that the library writes into a datum, which is freed.
  static func written(
    _ what: String, _ body: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32
  ) throws(ServerError) -> [UInt8] {
    var datum = unsafe gnutls_datum_t()
    try check(unsafe body(&datum), "write \(what)")
    defer { unsafe authspec_gnutls_free(datum.data) }
    return unsafe octets(of: datum)
  }

  /// The octets of a datum that the library keeps.
  static func octets(of datum: gnutls_datum_t) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
  }

  /// Random octets.
  static func random(_ count: Int) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    _ = unsafe gnutls_rnd(GNUTLS_RND_NONCE, &octets, count)
    return octets
  }
}

extension GnuTLS {
  /// `true` if a result says that the other side has sent an alert.
  static func isAlert(_ result: Int32) -> Bool {
    result == GNUTLS_E_FATAL_ALERT_RECEIVED || result == GNUTLS_E_WARNING_ALERT_RECEIVED
  }
}
