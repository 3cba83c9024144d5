// SPDX-License-Identifier: Apache-2.0

import Platform
internal import CGnuTLS

/// The parts that calls of GnuTLS share.
enum GnuTLS {
  /// Throws the library's words for a result below zero.
  @discardableResult
  static func check(_ result: Int32, _ what: String) throws(ServerError) -> Int32 {
    guard result < 0 else { return result }
    throw ServerError("GnuTLS cannot \(what): \(unsafe String(cString: gnutls_strerror(result))).")
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
    return unsafe datum.octets
  }

  /// Random octets.
  static func random(_ count: Int) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    _ = unsafe gnutls_rnd(GNUTLS_RND_NONCE, &octets, count)
    return octets
  }
}
