// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The client's side of Negotiate, with the tickets of a file.
///
/// It asks no KDC if the file has a ticket for the service.
package final class Initiator {
  /// What the client wants.
  package struct Options: Hashable, Sendable {
    /// The server is to prove itself.
    package var isMutual = true
    /// The client's credentials are delegated.
    package var delegates = false
    /// SPNEGO is put around Kerberos.
    package var isWrapped = true
    /// The channel bindings; `nil` for none.
    package var bindings: Octets?

    package init() {}
  }

  /// What a step has come to.
  package enum Outcome: Hashable, Sendable {
    /// The other side is known, and has proved itself if that was demanded. A last token may be
    /// left to send.
    case established(Octets?)
    /// This token is to be sent, and the answer to be taken.
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

  /// Begins with `nil`, and then takes the tokens of the server.
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
