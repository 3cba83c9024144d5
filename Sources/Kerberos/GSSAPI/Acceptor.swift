// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The servers' side of Negotiate. It needs no KDC, no configuration and no environment.
package final class Acceptor: Sendable {
  let credentials: GSSCredentials

  /// An acceptor for all services of a keytab. A request that is replayed is accepted: it is the
  /// judge who compares requests.
  package init(keytab: String) throws(KerberosUnavailable) {
    credentials = try GSSCredentials(keytab: keytab)
  }

  /// A new handshake.
  package func handshake() -> Handshake { Handshake(credentials) }

  /// One handshake with a client. One thread at a time uses it.
  package final class Handshake {
    private let credentials: GSSCredentials
    private let context: GSSContext

    fileprivate init(_ credentials: GSSCredentials) {
      self.credentials = credentials
      context = GSSContext(credentials.library)
    }

    /// Takes a token of the client, decoded from base64. Returns what was found, and the token for
    /// the client. After a handshake that is established or has failed, another one begins.
    ///
    /// - Parameter bindings: the channel bindings of the connection; `nil` if the client's are of
    ///   no interest.
    package func take(_ token: Octets, bindings: Octets? = nil) -> (NegotiateFinding, Octets?) {
      let step = context.accept(token, as: credentials, bindings: bindings)
      let read = NegotiateToken(token)
      let outcome: NegotiateFinding.Outcome =
        if step.isFailure {
          .failed(failure(of: step, read, bindings))
        } else {
          step.continues ? .continues : .established
        }
      if outcome != .continues { context.delete() }
      var finding = NegotiateFinding(outcome: outcome, token: read)
      finding.mechanism = step.mechanism.map(SecurityMechanism.init)
      guard outcome == .established else {
        if bindings != nil, case .failed(let failure) = outcome, failure.reason == .bindings {
          finding.bindings = .wrong
        }
        return (finding, step.token)
      }
      finding.principal = step.name
      finding.isMutual = step.flags.contains(.mutual)
      finding.isDelegated = step.isDelegated && step.flags.contains(.delegation)
      if bindings != nil {
        finding.bindings = step.flags.contains(.channelBound) ? .matching : .none
      }
      return (finding, step.token)
    }

    /// Why a step failed. Through SPNEGO the library gives the causes of Kerberos numbers of its
    /// own, so the token inside is taken once more, without SPNEGO.
    private func failure(
      of step: GSSContext.Step, _ token: NegotiateToken, _ bindings: Octets?
    ) -> GSSFailure {
      let failure = credentials.library.failure(major: step.major, minor: step.minor)
      guard failure.reason == .other, case .offer(let offer) = token,
        let inside = offer.mechanismToken
      else { return failure }
      let again = GSSContext(credentials.library)
        .accept(inside, as: credentials, bindings: bindings)
      guard again.isFailure else { return failure }
      return credentials.library.failure(major: again.major, minor: again.minor)
    }
  }
}
