// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// The time and the server of a request, with which a proof of possession is compared.
package struct RequestClock: Sendable {
  /// Seconds since 1970.
  package var time: Int64
  /// The URL of the server, as `https://127.0.0.2:4012`.
  package var server: String

  package init(time: Int64, server: String) {
    self.time = time
    self.server = server
  }
}

extension Recording {
  /// The time of an exchange; `nil` if the case needs none.
  package func clock(of exchange: Exchange) -> RequestClock? {
    began.map {
      RequestClock(
        time: $0 + exchange.received / 1_000_000_000, server: servers[exchange.server].url)
    }
  }
}

/// A request, parsed and verified once, for the patterns of the script and of the judge.
package final class RequestFacts: Sendable {
  let head: RequestHead
  let body: Octets
  /// TLS on its connection; `nil` if there was none.
  let tls: TLSHandshake?
  /// The target's parts.
  package let target: TargetForm
  /// The credentials field that the server reads.
  let field: CredentialsField
  /// The verdict on it.
  package let credentials: CredentialsReading
  /// The result of the server's acceptor for the token of Negotiate.
  let negotiation: NegotiateFinding?
  /// The account to which its connection belongs since an earlier request.
  let connectionAccount: String?
  /// `true` if it is the first request on its connection.
  let isFirstOnConnection: Bool
  /// `true` if the previous request to the server came on the same connection.
  let isOnSameConnection: Bool

  /// The facts of a request to `server`. `states` has the state of each server of the case, and
  /// `offered` the schemes with which this server challenges in this case.
  ///
  /// `sentTarget` is the target that the client sent, if a proxy forwarded the request in
  /// origin-form: credentials may have been made for either (RFC 7616 3.4.6). Only cases with
  /// proofs of possession need `clock`.
  package init(
    head: RequestHead, sentTarget: Octets? = nil, body: Octets, connection: Int,
    tls: TLSHandshake? = nil, negotiation: NegotiateFinding? = nil,
    isFirstOnConnection: Bool, kind: ServerKind, clock: RequestClock? = nil, accounts: [Account],
    server: Int, states: [ServerState], offered: Set<AuthScheme>
  ) {
    self.head = head
    self.body = body
    self.tls = tls
    let form = TargetForm(head.target, method: head.method)
    target = form
    field = CredentialsField(head.fields, kind: kind)
    self.negotiation = negotiation
    self.isFirstOnConnection = isFirstOnConnection
    isOnSameConnection = states[server].lastConnection == connection
    connectionAccount =
      states[server].logins.isEmpty ? nil : states[server].logins.account(on: connection)
    // A value that is returned is not copied into the verifier.
    func context() -> CredentialsContext {
      var context = CredentialsContext(
        method: head.method, target: sentTarget ?? head.target, body: body, accounts: accounts,
        issued: states[server].issued, accepted: states[server].accepted, offered: offered)
      if !states[server].logins.isEmpty {
        context.handshake = states[server].logins.handshake(on: connection)
        context.otherHandshakes = states[server].logins.handshakes(notOn: connection)
        if let endPoint = tls?.endPoint, !endPoint.isEmpty {
          context.endPointBinding = NTLMChannelBinding.serverEndPoint(hash: endPoint.array)
        }
      }
      context.scramLogins = states[server].scramLogins
      if let clock, kind == .origin {
        context.dpop = states[server].dpop
        context.dpop.proofs = head.fields.values(of: "DPoP")
        context.dpop.time = clock.time
        let path = form.path?.bytes.prefix { $0 != UInt8(ascii: "?") } ?? []
        context.dpop.url = Octets(Array(clock.server.utf8) + path)
      }
      return context
    }
    switch field {
    case .absent: credentials = .absent
    case .malformed(let value, let error):
      credentials = .verified(CredentialsVerifier.verdict(onMalformed: value, error))
    case .read(_, let read):
      if let negotiation, AuthScheme(read.scheme) == .negotiate {
        credentials = .verified(negotiation.verdict(accounts: accounts))
        return
      }
      credentials = .verified(CredentialsVerifier.verify(read, in: context()))
    }
  }
}

extension RequestFacts {
  /// The account that its credentials prove or name, or that its connection belongs to if it has
  /// none.
  var account: String? {
    if case .absent = credentials { return connectionAccount }
    return credentials.account
  }
}
