// SPDX-License-Identifier: Apache-2.0

/// What a broken check has observed. A requirement lists what shows that a client breaks it; all
/// else that goes wrong in its scenarios breaks another rule, or none.
///
/// Nothing here stands for a request or a handshake that did not come, nor for a redirect that was
/// not followed: that shows nothing about the content of what is missing.
package enum Evidence: String, Hashable, Sendable, CaseIterable {
  /// A request that `never` forbids, whatever it has in it. Of one that is forbidden for a detail
  /// or for its credentials, these are the evidence.
  case never
  /// A request too many, or with another method, path or target than expected.
  case request
  /// A request without credentials where some were expected.
  case withoutCredentials = "without-credentials"
  /// Credentials where none were expected, or of another account, scheme or message.
  case credentials
  /// Credentials that are invalid.
  case invalid
  /// A challenge that was not answered.
  case unanswered
  /// The order of the requests.
  case order

  /// A detail of a request.
  case target, query, header, body, cookie, connection, tls, negotiation, version, websocket, ntlm,
    scram, dpop, digest
  case nonceCount = "nonce-count"
  case credentialsField = "credentials-field"

  /// A server that the client used and had to refuse in the handshake.
  case serverAccepted = "server-accepted"
  /// A server that the client had to use and refused in the handshake.
  case serverRefused = "server-refused"
  /// A handshake with another content than expected, or one too many.
  case handshake

  /// A response that the client delivered in place of an error.
  case responseForError = "response-for-error"
  /// An error of the client in place of a response, or of another kind than expected.
  case error
  /// Another status than expected.
  case status
  /// The body, the header fields or the messages that the client reports.
  case response
  /// The number or the content of its questions for credentials.
  case questions
  /// What it stores.
  case stored
}

extension Scenario {
  /// A requirement that the scenario names, and what shows that a client breaks it.
  package struct Rule: Hashable, Sendable {
    /// The requirement's id.
    package var id: String
    package var level: Level
    /// What a client does, as a sentence.
    package var text: String
    /// `nil` if everything shows it that a check can observe.
    package var evidence: Set<Evidence>?

    package init(id: String, level: Level, text: String = "", evidence: Set<Evidence>?) {
      self.id = id
      self.level = level
      self.text = text
      self.evidence = evidence
    }
  }
}
