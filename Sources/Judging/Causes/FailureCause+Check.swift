// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension FailureCause {
  /// The cause of a failed check of a case.
  package init(_ check: Check, in result: CaseResult) {
    switch (check.verdict, check.descriptor.kind) {
    case (.crash, _): self.init(.crash)
    case (.timeout, _): self.init(.hang)
    case (.error, _): self.init(.fault)
    case (_, .invariant(let name)):
      if let deviation = check.finding?.deviation {
        self.init(deviation.cause, deviation == .userInformationOfLocation ? name : nil)
      } else if check.descriptor.kind == Invariants.nonceCount.descriptor.kind,
        let mistake = check.finding?.mistake
      {
        self.init(mistake.cause)
      } else {
        self.init(invariant: name, breaking: check.requirements.first)
      }
    default:
      let finding = check.finding
      let kind =
        finding?.mistake?.cause ?? finding?.deviation?.cause
        ?? (finding?.nearest ?? check.descriptor.kind).cause
      let seen = kind.seen(in: result, by: check)
      if check.requirements.first == "R042",
        seen == .requestContent || check.descriptor.kind.isOfCredentialsField
      {
        // It is about a field that the caller wrote.
        self.init(.callerLeak, "R042")
        return
      }
      let isOfRule =
        seen == .webSocket || seen == .requestContent
        || finding?.deviation == .noClosureAlert
        || seen == .report && finding?.deviation == .responseForError
      self.init(seen, isOfRule ? check.requirements.first : nil)
    }
  }

  /// The cause of a failed check of an invariant that neither crashed nor hung.
  private init(invariant name: String, breaking requirement: String?) {
    let kind = CheckKind.invariant(name)
    // A client that has neither crashed nor hung broke this rule by reporting an internal error.
    if kind == Invariants.clientIsSound.descriptor.kind {
      self.init(.internalError)
    } else if kind == Invariants.proxySeparation.descriptor.kind, requirement != "R033" {
      // The wrong field leaks nothing if it holds the login of this server. If it holds a proxy's
      // login, `secretsStay` is broken, too.
      self.init(.rule, name)
    } else if requirement == "R042" || requirement == "R049" {
      // They are about fields and URLs that the caller wrote.
      self.init(.callerLeak, requirement)
    } else if kind == Invariants.connectionLoginStays.descriptor.kind, requirement != "R346" {
      // Only use of one user's connection for another leaks.
      self.init(.message)
    } else if FailureCause.leaks.contains(kind) {
      self.init(.leak, requirement)
    } else if kind == Invariants.webSocketRules.descriptor.kind {
      self.init(.webSocket, requirement)
    } else if kind == Invariants.wellFormed.descriptor.kind {
      self.init(.form)
    } else {
      self.init(.rule, name)
    }
  }

  /// The invariants that are about where credentials and certificates may go.
  private static let leaks = Set(
    [
      Invariants.secretsStay, Invariants.userInformation, Invariants.clearOnlyWhereOffered,
      Invariants.proxySeparation,
      Invariants.secured, Invariants.certificateStays, Invariants.connectionLoginStays,
    ].map(\.descriptor.kind))
}

extension FailureCause.Kind {
  /// The kind of cause of a broken check, or a more precise one if the step shows it.
  fileprivate func seen(in result: CaseResult, by check: Check) -> FailureCause.Kind {
    guard let step = check.descriptor.step else { return self }
    let isForError = check.finding?.deviation == .responseForError
    if self == .report, isForError, result.hasAcceptedServer(in: step) { return .serverAccepted }
    // A client that fails before it sends anything reports no other outcome than there was.
    if self == .report, !result.hasExchange(in: step) { return .otherRequests }
    guard let status = result.reportedStatus(in: step) else {
      // The client reports an error, and its last request was answered with a challenge.
      guard self == .report, !isForError, check.descriptor.kind == .outcome,
        let last = result.lastReply(in: step), last.isChallenge
      else { return self }
      return last.hasCredentials ? .loginRefused : .challengeUnanswered
    }
    switch self {
    case .challengeUnanswered, .otherRequests, .report:
      // "A client MUST be able to parse one or more 1xx responses received prior to a final
      // response" (RFC 9110 15.2). 101 is one that may be the last.
      if (100..<200).contains(status), status != 101 { return .interimAsFinal }
      guard self == .report, (check.finding?.nearest ?? check.descriptor.kind) == .outcome,
        let last = result.lastReply(in: step), last.status == status
      else { return self }
      // The client reports the status that it got, which should have been another one.
      if status < 400 { return isForError ? .report : .otherRequests }
      return last.isChallenge && !last.hasCredentials ? .challengeUnanswered : .loginRefused
    default: return self
    }
  }
}

extension Mistake {
  fileprivate var cause: FailureCause.Kind {
    switch self {
    case .unknownScheme, .schemeNotOffered, .boundTokenAsBearer: .otherScheme
    case .unknownUser, .wrongPassword, .passwordOfAnotherAccount, .userOfAnotherAccount,
      .emptyPassword, .unknownToken, .ticketRefused, .ticketForAnother, .listNotProtected,
      .anonymous,
      .domainOfAnother:
      .wrongAccount
    case .latin1ForUTF8, .notNormalised: .encoding
    case .malformed, .noToken68, .notBase64, .noColon, .colonInUser, .malformedToken,
      .parameterMissing, .parameterDuplicated, .uppercaseResponse, .userNotEscaped:
      .form
    case .nonceNotUnescaped, .realmNotUnescaped, .realmUnescapedTwice, .nonceUnknown,
      .nonceOfAnotherChallenge, .realmChanged, .opaqueChanged, .opaqueDropped, .opaqueInvented,
      .scramOwnNonce, .scramBindingOther:
      .challengeValues
    case .algorithmUnsupported, .algorithmChanged, .algorithmDropped, .sha512Truncated, .md5Always,
      .otherHash, .sessionForgotten, .sessionUnasked:
      .algorithm
    case .qopDropped, .qopNotOffered, .qopUnasked, .rfc2069Form, .authForAuthInt, .authIntForAuth:
      .qop
    case .uriWithoutQuery, .uriAbsolute, .uriPathOnly, .uriPercentDecoded, .uriPercentEncodedTwice,
      .uriWithFragment, .uriOther:
      .uri
    case .userhashNotOffered, .userhashUnstated, .userhashNotHashed, .usernameExtendedMalformed,
      .hashedUserInA1:
      .userhash
    case .wrongMethod, .bodyLeftOut, .ncAltered, .cnonceAltered, .unexplained, .scramSaltNotDecoded,
      .scramIterationsOther, .scramHeaderSigned:
      .response
    case .messageMalformed, .messageWithoutChallenge, .messageOfAnotherConnection,
      .integrityCodeWrong, .channelBindingWrong, .domainNotInKey, .domainCapitals, .userNotCapitals,
      .octetsWidened, .scramMalformed, .scramBindingClaimed, .scramLoginUnknown:
      .message
    case .proofMissing, .proofRepeated, .proofMalformed, .proofTypeOther, .proofAlgorithmOther,
      .proofKeyPrivate, .proofSignatureWrong, .proofMethodOther, .proofTargetWithQuery,
      .proofTargetOther, .proofTimeOther, .proofReplayed, .proofNonceMissing, .proofNonceOther,
      .proofHashMissing, .proofHashOther, .proofKeyOther:
      .requestContent
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
    case .otherMessage: .message
    case .neverSent, .stopped, .needlessRequest, .otherMethod, .otherPath, .otherReply:
      .otherRequests
    case .userInformationOfLocation: .rule
    case .responseForError: .report
    case .serverAccepted: .serverAccepted
    case .outdatedVersion: .outdatedTLS
    case .serverRefused, .noClosureAlert, .otherHandshake: .otherHandshakes
    }
  }
}

extension CheckKind {
  /// `true` if it is about a field for credentials.
  fileprivate var isOfCredentialsField: Bool {
    self == .detail(.credentialsField) || self == .prohibition(.credentialsField)
  }

  fileprivate var cause: FailureCause.Kind {
    switch self {
    case .exchanges, .repeats, .order, .alternatives, .observation: .otherRequests
    case .handshakes: .otherHandshakes
    case .detail(let detail): detail.cause
    case .prohibition(let detail): detail?.cause ?? .forbiddenRequest
    case .questions, .question: .questions
    case .outcome, .response: .report
    case .stored, .invariant: .rule
    }
  }
}

extension CheckKind.Detail {
  fileprivate var cause: FailureCause.Kind {
    switch self {
    case .digest, .nonceCount: .digestParameter
    case .challengeValue: .challengeValues
    case .body: .body
    case .cookie: .cookie
    case .target, .query, .header, .credentialsField, .dpop: .requestContent
    case .connection, .tls, .negotiation, .version: .connection
    case .webSocket: .webSocket
    case .ntlm, .scram: .message
    }
  }
}

extension CaseResult {
  /// `true` if a server, or a proxy, got a request or a handshake in a step.
  fileprivate func hasExchange(in step: Int) -> Bool {
    guard let recording = play?.recording else { return false }
    return recording.exchanges.contains { $0.step == step }
      || recording.handshakes.values.contains { $0.step == step }
  }

  /// The status that the client reports of its last request in a step.
  fileprivate func reportedStatus(in step: Int) -> Int? {
    guard let play, play.steps.indices.contains(step),
      case .response(let response)? = play.steps[step].requests.last?.outcome
    else { return nil }
    return response.status
  }

  /// `true` if a server that the client must refuse was accepted in a step.
  fileprivate func hasAcceptedServer(in step: Int) -> Bool {
    checks.contains {
      $0.descriptor.step == step && $0.verdict.isBad && $0.finding?.deviation == .serverAccepted
    }
  }

  /// The last exchange of a step that has a reply.
  fileprivate func lastReply(in step: Int) -> AnsweredRequest? {
    guard let exchange = play?.recording.exchanges.last(where: { $0.step == step }),
      let status = exchange.status
    else { return nil }
    let fields = exchange.request.fields
    return AnsweredRequest(
      status: status,
      hasCredentials: fields.first("Authorization") != nil
        || fields.first("Proxy-Authorization") != nil)
  }
}

/// A request, and the status of its reply.
private struct AnsweredRequest {
  let status: Int
  /// The request had credentials.
  let hasCredentials: Bool

  /// The server, or a proxy, asks for a login.
  var isChallenge: Bool { status == 401 || status == 407 }
}
