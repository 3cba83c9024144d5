// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// When a request came, and to which server: what a proof of possession is compared with.
package struct RequestClock: Sendable {
  /// Seconds since 1970.
  package var time: Int64
  /// `https://127.0.0.2:4012`
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

/// A request as patterns look at it, in the script and in the judge alike; read and verified once.
package final class RequestFacts: Sendable {
  /// The head.
  let head: RequestHead
  /// The body.
  let body: Octets
  /// TLS on its connection; `nil` where it came in clear.
  let tls: TLSHandshake?
  /// The target's parts.
  package let target: TargetForm
  /// The field in which the server looks for credentials.
  let field: CredentialsField
  /// What the verifier says of it.
  package let credentials: CredentialsReading
  /// What the server's acceptor found about the token of Negotiate.
  let negotiation: NegotiateFinding?
  /// The account that its connection belongs to since an earlier request.
  let connectionAccount: String?
  /// The first request on its connection.
  let isFirstOnConnection: Bool
  /// The connection of the previous request to the server.
  let isOnSameConnection: Bool

  /// The facts of a request to `server`; `states` are what each server of the case remembers, and
  /// `offered` are the schemes that this one challenges with in this case.
  ///
  /// `sentTarget` is the target as the client wrote it, where a proxy has sent the request on in
  /// origin-form: credentials may have been made for either (RFC 7616 3.4.6). `clock` is the time of
  /// the request, and where its server is; only cases with proofs of possession need it.
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
