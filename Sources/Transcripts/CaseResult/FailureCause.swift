// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a client where a case fails: the same for all cases that fail for the same
/// reason, whatever their scenarios are.
package struct FailureCause: Hashable, Sendable {
  /// What kind of failure it is; the gravest kinds come first.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Credentials, or a client certificate, went where they must not go.
    case leak
    /// What the caller had written itself, in a header field or a URL, went where it must not go.
    case callerLeak = "caller-leak"
    /// The client uses a server that it must refuse.
    case serverAccepted = "server-accepted"
    /// The client crashed.
    case crash
    /// The client did not come to an end.
    case hang
    /// The client reported an error of its own inside, such as an exception that nobody caught.
    case internalError = "internal-error"
    /// Credentials where none belong: nobody asked for them, or they cannot help.
    case needlessCredentials = "needless-credentials"
    /// Another rule of every case is broken.
    case rule
    /// Credentials with the name or the password of another account, or with none.
    case wrongAccount = "wrong-account"
    /// Text was written in another encoding than the server asked for.
    case encoding
    /// The credentials leave the form of their scheme.
    case form
    /// Values of the challenge were not read or not returned as they are, or those of two were
    /// mixed.
    case challengeValues = "challenge-values"
    /// Another algorithm than that of the challenge.
    case algorithm
    /// Another qop than the challenge offers, or none.
    case qop
    /// The Digest's uri is not the request's target.
    case uri
    /// The rules of userhash or of username* are broken.
    case userhash
    /// A Digest whose response was made by other rules, or cannot be explained.
    case response
    /// A message of NTLM or SCRAM was not made as it must be, or is not in its place.
    case message
    /// Another scheme than expected.
    case otherScheme = "other-scheme"
    /// An interim response (1xx) was taken for the final one.
    case interimAsFinal = "interim-as-final"
    /// A challenge was not answered.
    case challengeUnanswered = "challenge-unanswered"
    /// A request has no credentials where some were expected.
    case credentialsMissing = "credentials-missing"
    /// A redirect was not followed.
    case redirectNotFollowed = "redirect-not-followed"
    /// Other requests than expected: too few, too many, another method, another path.
    case otherRequests = "other-requests"
    /// A server was refused that is to be used, or the handshakes differ in another way.
    case otherHandshakes = "other-handshakes"
    /// A parameter of the Digest is not as expected.
    case digestParameter = "digest-parameter"
    /// The body of a request is not whole, or not the one it should be.
    case body
    /// A cookie is sent where it must not be, is missing, or has an old value.
    case cookie
    /// The target or a header field of a request is not as expected.
    case requestContent = "request-content"
    /// A request came on another connection than expected, or with another version of the protocol.
    case connection
    /// A websocket is opened or used by other rules than RFC 6455 has.
    case webSocket = "websocket"
    /// A request that none may be, whatever its credentials.
    case forbiddenRequest = "forbidden-request"
    /// The client asks for credentials too often, too seldom, or with other words.
    case questions
    /// The server refuses what was sent, and nothing else is known of it.
    case loginRefused = "login-refused"
    /// The client reports another end of its request than it came to.
    case report
    /// A check passed that was expected to fail.
    case unexpectedPass = "unexpected-pass"
    /// The driver, or the harness, is at fault.
    case fault
  }

  /// The kind.
  package let kind: Kind
  /// What tells apart causes of one kind: the requirement of a leak, the name of a rule.
  package let subject: String?

  package init(_ kind: Kind, _ subject: String? = nil) {
    self.kind = kind
    self.subject = subject
  }

  /// The cause of that name; `nil` if it is of no kind that is known.
  package init?(id: String) {
    let parts = id.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind, parts.count > 1 ? String(parts[1]) : nil)
  }

  /// A name that is the same in every run: `leak.R041`, `rule.nonce-count`, `qop`.
  package var id: String { subject.map { "\(kind.rawValue).\($0)" } ?? kind.rawValue }
}

extension FailureCause.Kind: Comparable {
  /// Graver than.
  package static func < (left: FailureCause.Kind, right: FailureCause.Kind) -> Bool {
    left.gravity < right.gravity
  }

  private var gravity: Int { FailureCause.Kind.allCases.firstIndex(of: self) ?? 0 }
}
