// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
internal import CGSSAPI

/// The library of MIT Kerberos, which is loaded at run time.
@safe package final class GSSLibrary: Sendable {
  /// The library, loaded at the first use, or the reason why it cannot be loaded.
  package static let loaded: Result<GSSLibrary, KerberosUnavailable> = Result {
    () throws(KerberosUnavailable) in try GSSLibrary()
  }

  /// The functions. They are written only by the initializer and never move.
  nonisolated(unsafe) let functions: UnsafePointer<authspec_gss>

  private init() throws(KerberosUnavailable) {
    let table = UnsafeMutablePointer<authspec_gss>.allocate(capacity: 1)
    unsafe table.initialize(to: authspec_gss())
    if let missing = unsafe authspec_gss_load(table) {
      let name = unsafe String(cString: missing)
      unsafe table.deallocate()
      throw KerberosUnavailable.library(name)
    }
    unsafe functions = UnsafePointer(table)
  }

  deinit { unsafe functions.deallocate() }

  /// Sets the default ticket cache for contexts of the calling thread; `nil` for that of the
  /// system. Does not change the environment. Returns `false` on an error.
  package func useCache(_ path: String?) -> Bool {
    guard let path else { return unsafe authspec_gss_use_cache(functions, nil) == 0 }
    return unsafe authspec_gss_use_cache(functions, "FILE:" + path) == 0
  }

  /// Encrypts octets for a key usage number of RFC 4120 7.5.1. Returns `nil` on an error.
  func encrypt(_ plain: [UInt8], key: KerberosKey, usage: Int32) -> Octets? {
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: plain.count + 128) { buffer, count in
      unsafe key.octets.withUnsafeBufferPointer { key in
        unsafe plain.withUnsafeBufferPointer { plain in
          count = unsafe authspec_krb5_encrypt(
            functions, KerberosKey.encryptionType, key.baseAddress, UInt32(key.count), usage,
            plain.baseAddress, plain.count, buffer.baseAddress, buffer.count)
        }
      }
    }
    return octets.isEmpty ? nil : Octets(octets)
  }

  /// The failure of a status, with the library's message. Call it in the thread that got the
  /// status.
  func failure(major: UInt32, minor: UInt32) -> GSSFailure {
    // Without the lower half, which has only information about a successful call (RFC 2743
    // 1.2.1.1).
    let words =
      [words(major & 0xFFFF_0000, ofMechanism: false)]
      + (minor == 0 ? [] : [words(minor, ofMechanism: true)])
    return GSSFailure(
      major: major, minor: minor, words: words.filter { !$0.isEmpty }.joined(separator: ": "))
  }

  private func words(_ code: UInt32, ofMechanism: Bool) -> String {
    var text = [CChar](repeating: 0, count: 512)
    unsafe authspec_gss_words(functions, code, ofMechanism ? 1 : 0, &text, text.count)
    return String(upToNUL: text)
  }
}

/// Credentials of one side: the keys of services, or the tickets of a person.
@safe final class GSSCredentials: Sendable {
  let library: GSSLibrary
  /// Several threads may use credentials of MIT Kerberos at the same time.
  nonisolated(unsafe) let handle: UnsafeMutableRawPointer?

  /// The keys of a keytab, for an acceptor.
  convenience init(keytab: String) throws(KerberosUnavailable) {
    try self.init(keytab: "FILE:" + keytab, cache: nil)
  }

  /// The tickets of a file, for an initiator.
  convenience init(cache: String) throws(KerberosUnavailable) {
    try self.init(keytab: nil, cache: "FILE:" + cache)
  }

  private init(keytab: String?, cache: String?) throws(KerberosUnavailable) {
    library = try GSSLibrary.loaded.get()
    var handle: UnsafeMutableRawPointer?
    var minor: UInt32 = 0
    let major = unsafe authspec_gss_acquire(library.functions, keytab, cache, &handle, &minor)
    unsafe self.handle = handle
    if major != 0 { throw .call(library.failure(major: major, minor: minor)) }
  }

  deinit { unsafe authspec_gss_release_credentials(library.functions, handle) }
}
