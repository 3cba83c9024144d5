// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Kerberos
import Scenarios
import Servers
import Transcripts

/// The servers' side of Negotiate in one case: a handshake for each server on each connection.
final class NegotiateAcceptors {
  /// What was found about a token, and the acceptor's answer to it.
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
  private var handshakes: [Place: Acceptor.Handshake] = [:]
  /// A request is looked at again when its body is in.
  private var answers: [Request: Answer] = [:]

  init(_ acceptor: Acceptor) { self.acceptor = acceptor }

  /// Takes the token of a request to a server; `nil` if it has none.
  func answer(
    _ head: RequestHead, to server: Int, _ kind: ServerKind, _ request: IncomingRequest
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
    let handshake = handshakes[key] ?? acceptor.handshake()
    handshakes[key] = handshake
    let (finding, token2) = handshake.take(token)
    let answer = Answer(finding: finding, token: token2)
    answers[place] = answer
    return answer
  }
}

extension Reply {
  /// The reply with the acceptor's token, if it has one (RFC 4559 4.1).
  ///
  ///     challenge       = "Negotiate" auth-data
  ///     auth-data       = 1#( [gssapi-data] )
  func with(_ token: Octets?, as answer: NegotiateAnswer, of kind: ServerKind) -> Reply {
    guard let token, answer != .absent, case .response(var response) = self.content else {
      return self
    }
    var octets = token.array
    if answer == .wrong, octets.count > 5 { octets[octets.count - 5] ^= 1 }
    let value = Octets(Array("Negotiate ".utf8) + Octets(octets).base64)
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
