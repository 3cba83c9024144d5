// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The logins that belong to connections to one server, and not to requests (RFC 4559 6, MS-NTHT
/// 1.3): those that were begun, and those that were finished.
///
/// With Negotiate the server chooses whether a login belongs to the connection. A client cannot
/// know that, so it must assume it.
///
/// Valid credentials of such a scheme that the server does not refuse finish a login. A login ends
/// when the client begins another on the connection, or fails to.
struct ConnectionLogins: Sendable {
  /// The state of the login of one connection.
  private enum State {
    /// The login has been begun.
    case opened(ConnectionHandshake)
    /// The connection belongs to that account.
    case finished(account: String)
  }

  /// The states by connection; empty in a case without such a scheme.
  private var states: [Int: State] = [:]
  /// All handshakes, with their connections, oldest first.
  private(set) var handshakes: [(connection: Int, handshake: ConnectionHandshake)] = []

  /// The account that a connection belongs to; `nil` if it belongs to none.
  func account(on connection: Int) -> String? {
    guard case .finished(let account)? = states[connection] else { return nil }
    return account
  }

  /// The unfinished login of a connection.
  func handshake(on connection: Int) -> ConnectionHandshake? {
    guard case .opened(let handshake)? = states[connection] else { return nil }
    return handshake
  }

  /// The handshakes on other connections.
  func handshakes(notOn connection: Int) -> [ConnectionHandshake] {
    handshakes.lazy.filter { $0.connection != connection }.map(\.handshake)
  }

  var isEmpty: Bool { states.isEmpty && handshakes.isEmpty }

  /// Updates the state of a connection after a request and its reply.
  mutating func note(
    _ credentials: CredentialsReading, on connection: Int, reply: Reply?, kind: ServerKind
  ) {
    guard case .verified(let verdict) = credentials else { return }
    switch verdict {
    case .unfinished(let login):
      states[connection] = nil
      guard let token = reply?.token(of: login.scheme, kind: kind) else { return }
      let handshake = ConnectionHandshake(opening: login.token, reply: token)
      states[connection] = .opened(handshake)
      handshakes.append((connection, handshake))
    case .valid(let proof) where proof.scheme.isOfConnections:
      let isAccepted = reply?.status.map { $0 != kind.challengeStatus } ?? false
      states[connection] = isAccepted ? .finished(account: proof.account) : nil
    case .invalid(let diagnosis) where diagnosis.scheme?.isOfConnections ?? false:
      states[connection] = nil
    case .valid, .invalid: break
    }
  }
}

extension AuthScheme {
  /// `true` if a login of the scheme belongs to a connection.
  var isOfConnections: Bool {
    switch self {
    case .ntlm: true
    case .basic, .digest, .bearer, .dpop, .scram: false
    case .other: self == .negotiate
    }
  }
}

extension Reply {
  /// The status of the final response; `nil` if there is none.
  fileprivate var status: Int? {
    switch self.content {
    case .response(let response): response.head.status
    case .tunnel: 200
    case .webSocket(let socket): socket.head.status
    case .raw(let octets): RawResponse.status(of: octets)
    case .nothing, .streamEnd: nil
    }
  }

  /// The token, decoded, of the first challenge of a scheme that has one.
  fileprivate func token(of scheme: AuthScheme, kind: ServerKind) -> Octets? {
    challenge(of: scheme, kind: kind) { $0.token68.flatMap { Octets(base64: $0) } != nil }?
      .token68.flatMap { Octets(base64: $0) }
  }

  /// The first challenge of a scheme that satisfies a condition.
  func challenge(
    of scheme: AuthScheme, kind: ServerKind, where isWanted: (Challenge) -> Bool
  ) -> Challenge? {
    for line in challengeLines(of: kind) {
      for challenge in ChallengeList(parsing: line).challenges
      where AuthScheme(challenge.scheme) == scheme && isWanted(challenge) { return challenge }
    }
    return nil
  }

  /// The values of its challenge fields.
  func challengeLines(of kind: ServerKind) -> [Octets] {
    switch self.content {
    case .response(let response): response.head.fields.values(named: kind.challengeField)
    case .raw(let octets): RawResponse.fields(of: octets).values(named: kind.challengeField)
    case .nothing, .tunnel, .webSocket, .streamEnd: []
    }
  }
}
