// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CGSSAPI

/// A security context of one side while it is established. One thread at a time uses it.
@safe final class GSSContext {
  /// The result of a step.
  struct Step {
    var major: UInt32
    var minor: UInt32
    var flags: Flags
    /// The token for the other side.
    var token: Octets?
    /// The initiator's name.
    var name: Octets?
    var mechanism: MechanismIdentifier?
    var isDelegated: Bool

    /// `true` for a calling error or a routine error (RFC 2744 3.9.1).
    var isFailure: Bool { major & 0xFFFF_0000 != 0 }
    /// `true` for GSS_S_CONTINUE_NEEDED.
    var continues: Bool { major & 1 != 0 }
  }

  /// The flags of RFC 2744, and MIT's flag for channel bindings of both sides.
  struct Flags: OptionSet {
    let rawValue: UInt32
    static let delegation = Flags(rawValue: 1)
    static let mutual = Flags(rawValue: 2)
    static let channelBound = Flags(rawValue: 2048)
  }

  private let library: GSSLibrary
  private var handle: UnsafeMutableRawPointer?

  init(_ library: GSSLibrary) {
    self.library = library
    unsafe handle = nil
  }

  deinit { delete() }

  /// Deletes the context, so that the next step begins another one.
  func delete() { unsafe authspec_gss_delete_context(library.functions, &handle) }

  /// Handles a token of the initiator.
  func accept(_ token: Octets, as credentials: GSSCredentials, bindings: Octets?) -> Step {
    unsafe GSSContext.withOctets(token) { token, count in
      unsafe GSSContext.withOctets(bindings) { bindings, bindingsCount in
        unsafe take(
          authspec_gss_accept(
            library.functions, credentials.handle, &handle, token, count, bindings, bindingsCount))
      }
    }
  }

  /// Returns a MIC token of octets; `nil` on an error.
  func mic(of octets: [UInt8]) -> Octets? {
    var mic = unsafe octets.withUnsafeBytes { octets in
      unsafe authspec_gss_mic(library.functions, handle, octets.baseAddress, octets.count)
    }
    defer { unsafe authspec_gss_release_octets(library.functions, &mic) }
    let made = unsafe GSSContext.octets(mic.octets, mic.count)
    return made.isEmpty ? nil : made
  }

  /// `true` if a MIC token is valid for the octets.
  func isRight(mic: Octets, of octets: [UInt8]) -> Bool {
    unsafe GSSContext.withOctets(Octets(octets)) { octets, count in
      unsafe GSSContext.withOctets(mic) { mic, micCount in
        unsafe authspec_gss_is_mic(library.functions, handle, octets, count, mic, micCount) != 0
      }
    }
  }

  /// Begins without a token, or handles a token of the acceptor.
  func initiate(
    _ token: Octets?, as credentials: GSSCredentials, to target: GSSName, isWrapped: Bool,
    flags: Flags, bindings: Octets?
  ) -> Step {
    unsafe GSSContext.withOctets(token) { token, count in
      unsafe GSSContext.withOctets(bindings) { bindings, bindingsCount in
        unsafe take(
          authspec_gss_initiate(
            library.functions, credentials.handle, &handle, target.handle, isWrapped ? 1 : 0,
            flags.rawValue, token, count, bindings, bindingsCount))
      }
    }
  }

  /// Copies the result of a step and releases it.
  private func take(_ step: authspec_gss_step) -> Step {
    var step = unsafe step
    defer { unsafe authspec_gss_release_step(library.functions, &step) }
    let mechanism = unsafe step.mechanism.map { place in
      unsafe GSSContext.octets(place.pointee.octets, Int(place.pointee.count))
    }
    return unsafe Step(
      major: step.major, minor: step.minor, flags: Flags(rawValue: step.flags),
      token: step.token.count == 0
        ? nil : GSSContext.octets(step.token.octets, step.token.count),
      name: step.name.count == 0 ? nil : GSSContext.octets(step.name.octets, step.name.count),
      mechanism: mechanism.flatMap { MechanismIdentifier($0) }, isDelegated: step.delegated != 0)
  }

  private static func octets(_ start: UnsafeRawPointer?, _ count: Int) -> Octets {
    guard let start = unsafe start else { return Octets() }
    return Octets(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
  }

  /// Calls `body` with a pointer to octets, which is null only for `nil`.
  private static func withOctets<Result>(
    _ octets: Octets?, _ body: (UnsafeRawPointer?, Int) -> Result
  ) -> Result {
    guard let octets else { return body(nil, 0) }
    // The pointer to an empty array may be null.
    let memory = octets.isEmpty ? [0] : octets.array
    return unsafe memory.withUnsafeBytes { unsafe body($0.baseAddress, octets.count) }
  }
}

/// The name of a service for an initiator.
@safe final class GSSName: Sendable {
  private let library: GSSLibrary
  nonisolated(unsafe) let handle: UnsafeMutableRawPointer?

  init(_ principal: KerberosPrincipal, _ library: GSSLibrary) throws(KerberosUnavailable) {
    self.library = library
    var handle: UnsafeMutableRawPointer?
    var minor: UInt32 = 0
    let major = unsafe authspec_gss_name(
      library.functions, principal.description, &handle, &minor)
    unsafe self.handle = handle
    if major != 0 { throw .call(library.failure(major: major, minor: minor)) }
  }

  deinit { unsafe authspec_gss_release_name(library.functions, handle) }
}
