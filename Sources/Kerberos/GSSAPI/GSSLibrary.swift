// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CGSSAPI

/// MIT Kerberos, loaded while the program runs.
@safe package final class GSSLibrary: Sendable {
  /// The library, or why there is none; loaded when it is first asked for.
  package static let loaded: Result<GSSLibrary, KerberosUnavailable> = Result {
    () throws(KerberosUnavailable) in try GSSLibrary()
  }

  /// The functions; they are written once, before anybody else sees the object, and never move.
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

  /// Has the later contexts of the calling thread take their tickets from this cache, if they have
  /// no cache of their own; `nil` for the default. The environment does not change. Returns `false`
  /// on an error.
  package func useCache(_ path: String?) -> Bool {
    guard let path else { return unsafe authspec_gss_use_cache(functions, nil) == 0 }
    return unsafe authspec_gss_use_cache(functions, "FILE:" + path) == 0
  }

  /// Encrypts for a use of RFC 4120 7.5.1; `nil` on an error.
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

  /// The failure of a status, with the library's words: to be called by the thread that got it.
  func failure(major: UInt32, minor: UInt32) -> GSSFailure {
    // Without the lower half, the information that does not hold a call up (RFC 2743 1.2.1.1).
    let words =
      [words(major & 0xFFFF_0000, ofMechanism: false)]
      + (minor == 0 ? [] : [words(minor, ofMechanism: true)])
    return GSSFailure(
      major: major, minor: minor, words: words.filter { !$0.isEmpty }.joined(separator: ": "))
  }

  private func words(_ code: UInt32, ofMechanism: Bool) -> String {
    var text = [CChar](repeating: 0, count: 512)
    unsafe authspec_gss_words(functions, code, ofMechanism ? 1 : 0, &text, text.count)
    return String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Credentials of one side: the keys of services, or the tickets of a person.
@safe final class GSSCredentials: Sendable {
  let library: GSSLibrary
  /// MIT's credentials may be used by several threads at once.
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
