// SPDX-License-Identifier: Apache-2.0

/// The kind of a check. Checks of different cases share it.
package enum CheckKind: Hashable, Sendable {
  /// The exchanges of a server, in order.
  case exchanges
  /// Requests that are repeated after they were refused.
  case repeats
  /// One detail of a request.
  case detail(Detail)
  /// The TLS handshakes of a server.
  case handshakes
  /// The pattern that no request may match, with its first detail.
  case prohibition(Detail?)
  /// The order of requests over all servers.
  case order
  /// Several ways, one of which must hold.
  case alternatives
  /// The status or the error that the client reports.
  case outcome
  /// The body or a header field that the client reports.
  case response
  /// How often the client asks for credentials.
  case questions
  /// The details of one of its questions.
  case question
  /// How often a login occurs in the files of the client.
  case stored
  /// A fact to note.
  case observation
  /// A rule of every case.
  case invariant(InvariantName)

  /// `true` for `never:` in a scenario.
  package var isProhibition: Bool { if case .prohibition = self { true } else { false } }

  /// The subject of a detail of a request. `challengeValue` is a parameter of a Digest that returns
  /// a value of the challenge; `digest` is another one.
  package enum Detail: String, Hashable, Sendable, CaseIterable {
    case target, ntlm, digest, challengeValue, nonceCount, credentialsField, header, cookie, body,
      connection, tls,
      negotiation, webSocket, version, dpop, scram, query
  }
}
