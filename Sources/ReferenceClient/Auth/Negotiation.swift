// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Kerberos
import Transcripts

/// The handshake of Negotiate with one server, in one request (RFC 4559).
final class Negotiation {
  /// What the client does after a token of the server.
  enum Step {
    /// It sends this token.
    case send(Octets)
    /// The server has proved itself, and there is nothing to send.
    case done
    /// It gives up.
    case failed
  }

  private let initiator: Initiator
  /// The token of the next request.
  private(set) var next: Octets?
  private(set) var isEstablished = false
  /// `true` if the first token was sent.
  var isContinued = false
  /// `true` if the token of an earlier handshake was sent and its answer is ignored: a fault.
  var isReplayed = false

  /// Begins a handshake; `nil` if there is no ticket for the server. `certificate` is the server's,
  /// with TLS.
  init?(_ kerberos: ClientKerberos, host: String, certificate: [UInt8]?, _ faults: FaultSet) {
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    var options = Initiator.Options()
    options.delegates = faults.alter(kerberos.delegates, .negotiateDelegates) { _ in true }
    options.delegates = faults.alter(options.delegates, .negotiateDelegationForgotten) { _ in
      false
    }
    // RFC 5929 4; of a certificate that is not the server's in a fault.
    options.bindings = certificate.map { certificate in
      Octets(
        NTLMAnswerer.endPoint(
          faults.alter(certificate, .negotiateBindingWrong) { $0.reversed() }))
    }
    if kerberos.needsKDC, faults.has(.negotiateAsksNoKDC) { return nil }
    guard
      let initiator = try? Initiator(
        cache: kerberos.tickets, service: .web(name), options: options)
    else { return nil }
    self.initiator = initiator
    guard case .send(let token) = take(nil) else { return nil }
    next = token
  }

  /// Takes a token of the server.
  @discardableResult
  func take(_ token: Octets?) -> Step {
    next = nil
    switch initiator.take(token) {
    case .continues(let token):
      next = token
      return .send(token)
    case .established(let token):
      isEstablished = true
      next = token
      return token.map { .send($0) } ?? .done
    case .failed: return .failed
    }
  }

  /// Takes the token for a request.
  func takeNext() -> Octets? {
    defer { next = nil }
    return next
  }
}
