// SPDX-License-Identifier: Apache-2.0

/// The cause of a failed case. Cases that fail for the same reason have equal causes, whatever
/// their scenarios are.
package struct FailureCause: Hashable, Sendable {
  /// The kinds of failure, the gravest first.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Credentials, or a client certificate, were sent to a server that must not get them.
    case leak
    /// A header field or a URL that the caller wrote was sent to a server that must not get it.
    case callerLeak = "caller-leak"
    /// The client uses a server that it must refuse.
    case serverAccepted = "server-accepted"
    /// The client speaks a version of TLS that it must not speak any more.
    case outdatedTLS = "outdated-tls"
    /// The client crashed.
    case crash
    /// The client did not finish in time.
    case hang
    /// The client reported an internal error, such as an uncaught exception.
    case internalError = "internal-error"
    /// The client sent credentials that were not asked for, or cannot help.
    case needlessCredentials = "needless-credentials"
    /// Another invariant is broken.
    case rule
    /// Credentials have the name or the password of another account, or none.
    case wrongAccount = "wrong-account"
    /// Text was written in another encoding than the server asked for.
    case encoding
    /// The credentials break the syntax of their scheme.
    case form
    /// Values of the challenge were parsed or returned wrongly, or values of two challenges were
    /// mixed.
    case challengeValues = "challenge-values"
    /// The algorithm is not that of the challenge.
    case algorithm
    /// The qop is not one that the challenge offers, or is missing.
    case qop
    /// The Digest's uri is not the request's target.
    case uri
    /// The rules of userhash or of username* are broken.
    case userhash
    /// The response of a Digest was computed wrongly, or cannot be explained.
    case response
    /// A message of NTLM or SCRAM was made wrongly, or sent at the wrong place.
    case message
    /// The scheme is not the expected one.
    case otherScheme = "other-scheme"
    /// An interim response (1xx) was taken for the final one.
    case interimAsFinal = "interim-as-final"
    /// A challenge was not answered.
    case challengeUnanswered = "challenge-unanswered"
    /// A request lacks the expected credentials.
    case credentialsMissing = "credentials-missing"
    /// A redirect was not followed.
    case redirectNotFollowed = "redirect-not-followed"
    /// The requests are not the expected ones: too few, too many, another method, another path.
    case otherRequests = "other-requests"
    /// The client refused a server that it must use, or the handshakes differ in another way.
    case otherHandshakes = "other-handshakes"
    /// A parameter of the Digest is not as expected.
    case digestParameter = "digest-parameter"
    /// The body of a request is incomplete, or not the expected one.
    case body
    /// A cookie was sent to the wrong server, is missing, or has an old value.
    case cookie
    /// The target or a header field of a request is not as expected.
    case requestContent = "request-content"
    /// A request came on another connection than expected, or with another version of the protocol.
    case connection
    /// A websocket is opened or used against RFC 6455.
    case webSocket = "websocket"
    /// The client sent a request that is forbidden, whatever its credentials are.
    case forbiddenRequest = "forbidden-request"
    /// The client asks for credentials too often, too seldom, or with wrong details.
    case questions
    /// The server refused the login, and nothing else is known.
    case loginRefused = "login-refused"
    /// The client reported a wrong outcome of its request.
    case report
    /// A response was delivered in part or changed, or not at all.
    case delivery
    /// A check passed that was expected to fail.
    case unexpectedPass = "unexpected-pass"
    /// The plays of the case differ, and the run was asked to fail then.
    case flaky
    /// The driver, or the harness, is at fault.
    case fault
  }

  package let kind: Kind
  /// The value that distinguishes causes of one kind: the requirement of a leak, the name of a
  /// rule, the name of an internal error.
  package let subject: String?

  package init(_ kind: Kind, _ subject: String? = nil) {
    self.kind = kind
    self.subject = subject
  }

  /// The cause of that id; `nil` if its kind is unknown.
  package init?(id: String) {
    let parts = id.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind, parts.count > 1 ? String(parts[1]) : nil)
  }

  /// A name that is the same in every run: `leak.R041`, `rule.nonce-count`, `qop`.
  package var id: String { subject.map { "\(kind.rawValue).\($0)" } ?? kind.rawValue }
}

extension FailureCause: Comparable {
  /// `true` if the left cause is of a graver kind, or of the same kind with a lesser id.
  package static func < (left: FailureCause, right: FailureCause) -> Bool {
    (left.kind, left.id) < (right.kind, right.id)
  }
}

extension FailureCause.Kind: Comparable {
  /// `true` if the left kind is graver.
  package static func < (left: FailureCause.Kind, right: FailureCause.Kind) -> Bool {
    left.gravity < right.gravity
  }

  private var gravity: Int { FailureCause.Kind.allCases.firstIndex(of: self) ?? 0 }
}
