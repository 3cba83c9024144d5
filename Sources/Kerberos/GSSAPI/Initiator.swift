// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The client side of Negotiate, with the tickets of a file. It uses the KDC only if the file has
/// no ticket for the service.
package final class Initiator {
  package struct Options: Hashable, Sendable {
    /// `true` if the server must authenticate itself.
    package var isMutual = true
    /// `true` if the client's credentials are delegated.
    package var delegates = false
    /// `true` if the Kerberos tokens are wrapped in SPNEGO.
    package var isWrapped = true
    /// The channel bindings; `nil` for none.
    package var bindings: Octets?

    package init() {}
  }

  /// The result of a step.
  package enum Outcome: Hashable, Sendable {
    /// The handshake is complete, except for a last token to send.
    case established(Octets?)
    /// This token must be sent, and the server's token handled.
    case continues(Octets)
    case failed(GSSFailure)
  }

  private let credentials: GSSCredentials
  private let target: GSSName
  private let options: Options
  private let context: GSSContext

  /// A handshake with a service.
  package init(
    cache: String, service: KerberosPrincipal, options: Options = Options()
  ) throws(KerberosUnavailable) {
    credentials = try GSSCredentials(cache: cache)
    target = try GSSName(service, credentials.library)
    self.options = options
    context = GSSContext(credentials.library)
  }

  /// Begins the handshake with `nil`, and then handles tokens of the server.
  package func take(_ token: Octets?) -> Outcome {
    var flags: GSSContext.Flags = []
    if options.isMutual { flags.insert(.mutual) }
    if options.delegates { flags.insert(.delegation) }
    let step = context.initiate(
      token, as: credentials, to: target, isWrapped: options.isWrapped, flags: flags,
      bindings: options.bindings)
    if step.isFailure {
      return .failed(credentials.library.failure(major: step.major, minor: step.minor))
    }
    if step.continues, let token = step.token { return .continues(token) }
    if options.isMutual, !step.flags.contains(.mutual) {
      return .failed(GSSFailure(major: 0, minor: 0, words: "the server did not prove itself"))
    }
    return .established(step.token)
  }
}
