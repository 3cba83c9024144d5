// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Kerberos
import Scenarios
import Servers
import Transcripts

/// The servers' side of Negotiate in one case: a handshake for each server on each connection.
final class NegotiateAcceptors {
  /// The finding about a token, and the acceptor's answer to it.
  struct Answer {
    var finding: NegotiateFinding
    var token: Octets?
  }

  private struct Place: Hashable {
    var server: Int
    var connection: Int
  }

  private struct Request: Hashable {
    var server: Int
    var exchange: Int
  }

  private let acceptor: Acceptor
  private let addresses: AddressBook
  /// For each server, whether its handshakes take two tokens of the client.
  private let takesTwo: [Bool]
  private var handshakes: [Place: Acceptor.Handshake] = [:]
  /// The answers so far: a request is examined again when its body has arrived.
  private var answers: [Request: Answer] = [:]

  init(_ acceptor: Acceptor, _ addresses: AddressBook, takesTwo: [Bool]) {
    self.acceptor = acceptor
    self.addresses = addresses
    self.takesTwo = takesTwo
  }

  /// The acceptors of a case; `nil` if it needs none.
  convenience init?(_ realm: RunRealm?, _ plan: CasePlan, _ addresses: AddressBook) {
    guard let realm else { return nil }
    self.init(realm.acceptor, addresses, takesTwo: plan.played.servers.map(\.takesTwoTokens))
  }

  /// Takes the token of a request to a server; `nil` if it has none. `endPoint` is the hash of the
  /// server's certificate on the connection, if that has one.
  func answer(
    _ head: RequestHead, to server: Int, _ kind: ServerKind, _ request: IncomingRequest,
    endPoint: Octets? = nil
  ) -> Answer? {
    let value =
      switch kind {
      case .origin: head.fields.first("Authorization")
      case .proxy: head.fields.first("Proxy-Authorization")
      }
    guard let token = value.flatMap({ NegotiateToken.octets(in: $0) }) else { return nil }
    let place = Request(server: server, exchange: request.exchange)
    if let known = answers[place] { return known }
    let key = Place(server: server, connection: request.connection)
    let handshake = handshakes[key] ?? acceptor.handshake(asksForMIC: takesTwo[server])
    handshakes[key] = handshake
    // RFC 5929 4: the unique prefix, a colon, and the hash.
    let bindings = endPoint.flatMap { hash in
      hash.isEmpty ? nil : Octets(Array("tls-server-end-point:".utf8) + hash.bytes)
    }
    let (finding, token2) = handshake.take(token, bindings: bindings)
    var answer = Answer(finding: finding, token: token2)
    if let failure = foreignService(in: finding, at: server) {
      answer = Answer(finding: finding, token: nil)
      answer.finding.outcome = .failed(failure)
      handshakes[key] = nil
    }
    answers[place] = answer
    return answer
  }

  /// The failure of a server that has only a key of its own, if the ticket is for another server of
  /// the case: all of them share a keytab.
  private func foreignService(in finding: NegotiateFinding, at server: Int) -> GSSFailure? {
    if case .failed = finding.outcome { return nil }
    guard let service = finding.token.kerberosRequest?.service, service.count == 2,
      let host = service[1].utf8?.lowercased(), addresses.host(of: server) != host,
      addresses.hosts.contains(host)
    else { return nil }
    return GSSFailure(
      reason: .service, major: 0, minor: 0, words: "it is for the service HTTP/\(host)")
  }
}

extension Reply {
  /// The reply with the acceptor's token, if it has one (RFC 4559 4.1).
  ///
  ///     challenge       = "Negotiate" auth-data
  ///     auth-data       = 1#( [gssapi-data] )
  func with(_ token: Octets?, as answer: NegotiateAnswer, of kind: ServerKind) -> Reply {
    guard let token, answer != .absent else { return self }
    var octets = token.array
    if answer == .wrong, octets.count > 5 { octets[octets.count - 5] ^= 1 }
    let value = Octets(Array("Negotiate ".utf8) + Octets(octets).base64)
    if case .tunnel(let target, var fields) = self.content {
      fields.append(kind.challengeField, value)
      var reply = self
      reply.content = .tunnel(to: target, fields: fields)
      return reply
    }
    guard case .response(var response) = self.content else { return self }
    var fields = FieldSection()
    var isPlaced = false
    for line in response.head.fields {
      let isBare =
        line.name.equalsIgnoringCase(kind.challengeField)
        && line.value.equalsIgnoringCase("Negotiate")
      if isBare, isPlaced { continue }
      fields.append(line.name, isBare ? value : line.value)
      if isBare { isPlaced = true }
    }
    if !isPlaced { fields.append(kind.challengeField, value) }
    response.head.fields = fields
    var reply = self
    reply.content = .response(response)
    return reply
  }
}
