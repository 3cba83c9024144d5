// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The server side of Negotiate. It needs no KDC, configuration or environment variables.
package final class Acceptor: Sendable {
  let credentials: GSSCredentials

  /// An acceptor for all services of a keytab. It accepts replayed tokens, because the judge
  /// compares requests.
  package init(keytab: String) throws(KerberosUnavailable) {
    credentials = try GSSCredentials(keytab: keytab)
  }

  /// Begins a handshake. With `asksForMIC`, the client has to send a second token, with a MIC.
  package func handshake(asksForMIC: Bool = false) -> Handshake {
    Handshake(credentials, asksForMIC: asksForMIC)
  }

  /// One handshake with a client. One thread at a time uses it.
  package final class Handshake {
    private let credentials: GSSCredentials
    private let context: GSSContext
    private let asksForMIC: Bool
    /// The finding while the client's MIC token is awaited, and the octets that the MIC is for.
    private var awaited: (finding: NegotiateFinding, list: [UInt8])?

    fileprivate init(_ credentials: GSSCredentials, asksForMIC: Bool) {
      self.credentials = credentials
      self.asksForMIC = asksForMIC
      context = GSSContext(credentials.library)
    }

    /// Handles a token of the client, decoded from base64. Returns the finding and the token for
    /// the client. After a handshake has succeeded or failed, the next token begins another one.
    ///
    /// - Parameter bindings: the channel bindings of the connection; `nil` if those of the client
    ///   are not checked.
    package func take(_ token: Octets, bindings: Octets? = nil) -> (NegotiateFinding, Octets?) {
      let read = NegotiateToken(token)
      if let awaited {
        if case .response = read { return finish(awaited.finding, awaited.list, read) }
        // The client begins again.
        context.delete()
        self.awaited = nil
      }
      if asksForMIC, case .offer(let offer) = read, let inside = offer.mechanismToken,
        case .bare(.kerberos, _) = NegotiateToken(inside)
      {
        let (finding, answer) = take(inside, read, bindings, keepsContext: true)
        guard finding.outcome == .established else { return (finding, nil) }
        return askForMIC(finding, offer, answer)
      }
      return take(token, read, bindings, keepsContext: false)
    }

    private func take(
      _ token: Octets, _ read: NegotiateToken, _ bindings: Octets?, keepsContext: Bool
    ) -> (NegotiateFinding, Octets?) {
      let step = context.accept(token, as: credentials, bindings: bindings)
      let outcome: NegotiateFinding.Outcome =
        if step.isFailure {
          .failed(failure(of: step, read, bindings))
        } else {
          step.continues ? .continues : .established
        }
      if outcome != .continues, !keepsContext || step.isFailure { context.delete() }
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

    /// RFC 4178 5: "the target then MUST include a mechlistMIC token in that first reply […] The
    /// initiator MUST verify the received mechlistMIC token and generate a mechlistMIC token to
    /// send back to the target."
    private func askForMIC(
      _ finding: NegotiateFinding, _ offer: NegotiationOffer, _ answer: Octets?
    ) -> (NegotiateFinding, Octets?) {
      let list = DER.sequence(offer.mechanisms.map { DER.element(0x06, $0.content.array) })
      guard let mechanism = offer.mechanisms.first, let mic = context.mic(of: list) else {
        context.delete()
        return (finding, nil)
      }
      awaited = (finding, list)
      var first = finding
      first.outcome = .continues
      let reply = DER.field(
        1,
        DER.sequence(
          [
            // request-mic is 3 (RFC 4178 4.2.2).
            DER.field(0, DER.element(0x0A, [3])),
            DER.field(1, DER.element(0x06, mechanism.content.array)),
          ] + (answer.map { [DER.field(2, DER.octets($0))] } ?? [])
            + [DER.field(3, DER.octets(mic))]))
      return (first, Octets(reply))
    }

    /// "The target SHALL, in turn, verify the returned mechlistMIC token and complete the
    /// negotiation." (RFC 4178 5)
    private func finish(
      _ found: NegotiateFinding, _ list: [UInt8], _ token: NegotiateToken
    ) -> (NegotiateFinding, Octets?) {
      defer {
        context.delete()
        awaited = nil
      }
      var finding = found
      finding.token = token
      var problem: String?
      if case .response(let response) = token, let mic = response.listChecksum {
        if !context.isRight(mic: mic, of: list) {
          problem = "the MIC of the list of mechanisms is wrong"
        }
      } else {
        problem = "the client sends no MIC of the list of mechanisms"
      }
      finding.outcome =
        problem.map {
          .failed(GSSFailure(reason: .listChecksum, major: 0, minor: 0, words: $0))
        } ?? .established
      return (finding, nil)
    }

    /// The failure of a step. The library's error codes for SPNEGO do not identify causes in
    /// Kerberos, so the token inside is accepted once more, without SPNEGO.
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
