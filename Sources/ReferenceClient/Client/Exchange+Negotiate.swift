// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Exchange {
  /// The tokens of Negotiate in the challenges of a response, empty for one without data; `nil` if
  /// the server does not offer it.
  private func negotiateToken(_ response: Response, of peer: Peer) -> Octets? {
    let lines = response.head.fields.values(
      of: peer.side == .origin ? "WWW-Authenticate" : "Proxy-Authenticate")
    return ChallengeReader.read(lines)
      .first { $0.scheme.equalsIgnoringCase("Negotiate") }
      .map { $0.token68 ?? "" }
  }

  /// The credentials of Negotiate for a server, if a handshake is under way (RFC 4559 4.2).
  func negotiateCredentials(for peer: Peer) -> Octets? {
    guard let token = negotiations[peer]?.takeNext() else { return nil }
    let value = faults.alter(token, .negotiateWithoutToken) { _ in "" }
    return value.isEmpty ? "Negotiate" : Octets(Array("Negotiate ".utf8) + value.base64)
  }

  /// Goes on with Negotiate after a challenge, or begins it. Returns `true` if there is a token to
  /// send.
  ///
  /// RFC 4559 4.2: "If the context is not complete, the server will respond with a 401 status code
  /// with a WWW-Authenticate header containing the gssapi-data."
  func negotiates(after response: Response, of peer: Peer) -> Bool {
    guard let kerberos = settings.kerberos, peer.side == .origin,
      settings.schemes?.contains("negotiate") ?? true,
      let token = negotiateToken(response, of: peer)
    else { return false }
    if let negotiation = negotiations[peer] {
      guard !token.isEmpty, let octets = Octets(base64: token),
        case .send = negotiation.take(octets)
      else { return false }
      return true
    }
    guard token.isEmpty, let negotiation = Negotiation(kerberos, host: peer.origin.host) else {
      return false
    }
    negotiations[peer] = negotiation
    return true
  }

  /// Checks the token of a response that is no challenge. Returns `false` if the server has not
  /// proved itself.
  ///
  /// RFC 4559 4.1: "Before using the contents of the response, the gssapi-data should be processed
  /// by gss_init_security_context to determine the state of the security context."
  func believesNegotiation(_ response: Response, of peer: Peer) -> Bool {
    guard let negotiation = negotiations.removeValue(forKey: peer), !negotiation.isEstablished,
      (200..<400).contains(response.head.status), !faults.has(.negotiateAnswerNotChecked)
    else { return true }
    guard let token = negotiateToken(response, of: peer), let octets = Octets(base64: token),
      case .done = negotiation.take(octets)
    else { return false }
    return true
  }

  /// The login that is sent with Basic after a refused handshake: a fault.
  func basicAfterNegotiate(_ response: Response, at peer: Peer) -> Attempts.Answer? {
    guard negotiations[peer] != nil, attempts[peer]?.rounds ?? 0 == 0,
      let login = book.logins(at: peer, realm: nil, scheme: .basic).first,
      faults.has(.basicAfterRefusedNegotiate)
    else { return nil }
    return Attempts.Answer(login: login, offer: Offer(scheme: .basic))
  }
}
