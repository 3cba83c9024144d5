// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension FailureCause {
  /// The cause of a failed check of a case.
  init(_ check: Check, in result: CaseResult) {
    switch (check.verdict, check.descriptor.kind) {
    case (.crash, _): self.init(.crash)
    case (.timeout, _): self.init(.hang)
    case (.error, _): self.init(.fault)
    // A client that is not sound, and has neither crashed nor hung, reported such an error.
    case (_, Invariants.clientIsSound.descriptor.kind): self.init(.internalError)
    case (_, let kind) where FailureCause.leaks.contains(kind):
      self.init(.leak, check.requirements.first)
    case (_, .invariant(let name)): self.init(.rule, name)
    default:
      let finding = check.finding
      let kind =
        finding?.mistake?.cause ?? finding?.deviation?.cause ?? check.descriptor.kind.cause
      switch kind {
      case .challengeUnanswered, .credentialsMissing:
        let server = finding?.exchange.flatMap { result.play?.recording.kindOfServer(in: $0) }
        self.init(kind, server?.rawValue)
      default: self.init(kind)
      }
    }
  }

  /// The invariants that are about where credentials and certificates may go.
  private static let leaks = Set(
    [
      Invariants.secretsStay, Invariants.clearOnlyWhereOffered, Invariants.proxySeparation,
      Invariants.secured, Invariants.certificateStays,
    ].map(\.descriptor.kind))
}

extension Mistake {
  fileprivate var cause: FailureCause.Kind {
    switch self {
    case .unknownScheme, .schemeNotOffered: .otherScheme
    case .unknownUser, .wrongPassword, .passwordOfAnotherAccount, .userOfAnotherAccount,
      .emptyPassword, .unknownToken:
      .wrongAccount
    case .latin1ForUTF8, .notNormalised: .encoding
    case .malformed, .noToken68, .notBase64, .noColon, .colonInUser, .malformedToken,
      .parameterMissing, .parameterDuplicated, .uppercaseResponse:
      .form
    case .userNotEscaped, .nonceNotUnescaped, .realmNotUnescaped, .realmUnescapedTwice:
      .quotedPairs
    case .nonceUnknown, .nonceOfAnotherChallenge, .realmChanged, .opaqueChanged, .opaqueDropped,
      .opaqueInvented:
      .challengeValues
    case .algorithmUnsupported, .algorithmChanged, .algorithmDropped, .sha512Truncated, .md5Always,
      .otherHash, .sessionForgotten, .sessionUnasked:
      .algorithm
    case .qopDropped, .qopNotOffered, .qopUnasked, .rfc2069Form, .authForAuthInt, .authIntForAuth,
      .bodyLeftOut:
      .qop
    case .uriWithoutQuery, .uriAbsolute, .uriPathOnly, .uriPercentDecoded, .uriPercentEncodedTwice,
      .uriWithFragment, .uriOther:
      .uri
    case .userhashNotOffered, .userhashUnstated, .userhashNotHashed, .usernameExtendedMalformed,
      .hashedUserInA1:
      .userhash
    case .wrongMethod, .ncAltered, .cnonceAltered, .unexplained: .response
    }
  }
}

extension Deviation {
  fileprivate var cause: FailureCause.Kind {
    switch self {
    case .challengeUnanswered: .challengeUnanswered
    case .redirectNotFollowed: .redirectNotFollowed
    case .needlessLogin, .unexpectedCredentials: .needlessCredentials
    case .lacksCredentials: .credentialsMissing
    case .invalidCredentials, .validCredentials, .otherAccount: .wrongAccount
    case .otherScheme: .otherScheme
    case .neverSent, .stopped, .needlessRequest, .otherMethod, .otherPath, .otherReply:
      .otherRequests
    case .serverAccepted: .serverAccepted
    case .serverRefused, .otherHandshake: .otherHandshakes
    }
  }
}

extension CheckKind {
  fileprivate var cause: FailureCause.Kind {
    switch self {
    case .exchanges, .repeats, .order, .alternatives, .observation: .otherRequests
    case .handshakes: .otherHandshakes
    case .detail(let detail):
      switch detail {
      case .digest, .nonceCount: .digestParameter
      case .target, .header, .cookie, .body: .requestContent
      case .connection, .tls, .version: .connection
      }
    case .prohibition: .forbiddenRequest
    case .questions, .question: .questions
    case .outcome, .response: .report
    case .invariant: .rule
    }
  }
}

extension Recording {
  /// The kind of server that an exchange was with.
  fileprivate func kindOfServer(in exchange: Int) -> ServerKind? {
    guard exchanges.indices.contains(exchange) else { return nil }
    return servers[exchanges[exchange].server].configuration.kind
  }
}
