// SPDX-License-Identifier: Apache-2.0

/// What a check looks at: what checks of different cases have in common.
package enum CheckKind: Hashable, Sendable {
  /// The exchanges of a server: which requests come, in which order.
  case exchanges
  /// Requests that are repeated although they were refused.
  case repeats
  /// One detail of a request.
  case detail(Detail)
  /// The TLS handshakes of a server.
  case handshakes
  /// What no request may be, and the first detail that it is about besides its kind.
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
  /// What one of its questions says.
  case question
  /// How often a login stands in the files of the client.
  case stored
  /// A fact to note.
  case observation
  /// A rule of every case, by its name.
  case invariant(String)

  /// It is about what no request may be: `never:` in a scenario.
  package var isProhibition: Bool { if case .prohibition = self { true } else { false } }

  /// What a detail of a request is about.
  package enum Detail: Hashable, Sendable {
    case target, ntlm, digest, nonceCount, credentialsField, header, cookie, body, connection, tls,
      negotiation, webSocket, version, dpop, scram, query
  }
}
