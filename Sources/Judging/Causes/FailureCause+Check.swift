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
        self.init(
          deviation.cause, deviation == .userInformationOfLocation ? name.rawValue : nil)
      } else if name == .nonceCount, let mistake = check.finding?.mistake {
        self.init(mistake.cause)
      } else {
        self.init(invariant: name, breaking: check.requirements.first, in: result)
      }
    default: self.init(ofExpectation: check, in: result)
    }
  }

  /// The cause of a failed check of what a scenario expects.
  private init(ofExpectation check: Check, in result: CaseResult) {
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
    if check.requirements.first == "R041",
      (finding?.nearest ?? check.descriptor.kind).isOfCredentialsField
    {
      self.init(.leak, "R041")
      return
    }
    if check.requirements.first == "R015", seen == .needlessCredentials {
      // A stronger scheme was offered beside it.
      self.init(.otherScheme)
      return
    }
    let isOfRule =
      seen == .webSocket || seen == .requestContent
      || finding?.deviation == .noClosureAlert
      || seen == .report && finding?.deviation == .responseForError
    self.init(seen, isOfRule ? check.requirements.first : nil)
  }

  /// The cause of a failed check of an invariant that neither crashed nor hung.
  private init(
    invariant name: InvariantName, breaking requirement: String?, in result: CaseResult
  ) {
    switch (name, requirement) {
    // A client that has neither crashed nor hung broke this rule by an internal error.
    case (.clientIsSound, _): self.init(.internalError, result.internalErrorName)
    // The wrong field leaks nothing if it holds the login of this server. If it holds a proxy's
    // login, `secretsStay` is broken, too.
    case (.proxySeparation, "R033"): self.init(.leak, requirement)
    case (.proxySeparation, _): self.init(.rule, name.rawValue)
    // They are about fields and URLs that the caller wrote.
    case (_, "R042"), (_, "R049"): self.init(.callerLeak, requirement)
    case (.connectionLoginStays, "R346"): self.init(.leak, requirement)
    // Only use of one user's connection for another leaks.
    case (.connectionLoginStays, _): self.init(.message)
    case (.secretsStay, _), (.userInformation, _), (.clearOnlyWhereOffered, _), (.secured, _),
      (.certificateStays, _):
      self.init(.leak, requirement)
    case (.webSocketRules, _): self.init(.webSocket, requirement)
    case (.wellFormed, _): self.init(.form)
    case (.nonceStays, _), (.bareTokens, _), (.nonceCount, _), (.clientNonce, _),
      (.sessionKey, _), (.echo, _), (.nothingInjected, _), (.bounded, _),
      (.rejectedNotRepeated, _), (.asksOnlyWhenAllowed, _), (.storePrivate, _):
      self.init(.rule, name.rawValue)
    }
  }
}

extension FailureCause.Kind {
  /// The kind of cause of a broken check, or a more precise one if the step shows it.
  fileprivate func seen(in result: CaseResult, by check: Check) -> FailureCause.Kind {
    guard let step = check.descriptor.step else { return self }
    let isForError = check.finding?.deviation == .responseForError
    if self == .report, isForError, result.hasAcceptedServer(in: step) { return .serverAccepted }
    // A client that fails before it sends anything reports no other outcome than there was.
    if self == .report, !result.hasRequest(in: step) {
      return result.hasHandshake(in: step) ? .otherHandshakes : .otherRequests
    }
    if self == .report, let end = result.unusualEnd(in: step) { return end }
    guard let status = result.reportedStatus(in: step) else {
      // The client reports an error, and its last request was answered with a challenge.
      guard self == .report, !isForError, check.descriptor.kind == .outcome,
        let last = result.lastReply(in: step), last.isChallenge
      else { return self }
      return last.isRefused ? .loginRefused : .challengeUnanswered
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
      if status < 400 {
        if isForError { return .report }
        return result.hasWrongConnection(in: step) ? .connection : .otherRequests
      }
      return last.isChallenge && !last.isRefused ? .challengeUnanswered : .loginRefused
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
    case .outcome: .report
    case .response: .delivery
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
  /// `true` if a server, or a proxy, got a request in a step.
  fileprivate func hasRequest(in step: Int) -> Bool {
    play?.recording.exchanges.contains { $0.step == step } ?? false
  }

  /// `true` if a server, or a proxy, got a handshake in a step.
  fileprivate func hasHandshake(in step: Int) -> Bool {
    play?.recording.handshakes.values.contains { $0.step == step } ?? false
  }

  /// The kind of a step's end if the client crashed or hung; otherwise `nil`.
  fileprivate func unusualEnd(in step: Int) -> FailureCause.Kind? {
    guard let play, play.steps.indices.contains(step) else { return nil }
    switch play.steps[step].requests.last?.outcome {
    case .crashed: return .crash
    case .hung: return .hang
    case .response, .failure, .unsupported, .faulty, nil: return nil
    }
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

  /// `true` if a request came in a step on a connection that it must not use.
  fileprivate func hasWrongConnection(in step: Int) -> Bool {
    checks.contains {
      $0.descriptor.step == step && $0.verdict.isBad
        && $0.descriptor.kind == .prohibition(.connection)
    }
  }

  /// The last exchange of a step that has a reply.
  fileprivate func lastReply(in step: Int) -> AnsweredRequest? {
    guard let exchange = play?.recording.exchanges.last(where: { $0.step == step }),
      let status = exchange.status
    else { return nil }
    let fields = exchange.request.fields
    let hasCredentials =
      fields.first("Authorization") != nil || fields.first("Proxy-Authorization") != nil
    return AnsweredRequest(
      status: status, isRefused: hasCredentials && !(exchange.reply?.goesOn(status) ?? false))
  }
}

extension Reply {
  /// `true` if a challenge has the next message of a handshake, in place of a refusal.
  fileprivate func goesOn(_ status: Int) -> Bool {
    let lines = fields?.values(named: status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate")
    return (lines ?? []).contains { line in
      ChallengeList(parsing: line).challenges.contains {
        $0.token68 != nil && AuthScheme($0.scheme).isOfConnections
      }
    }
  }
}

/// A request, and the status of its reply.
private struct AnsweredRequest {
  let status: Int
  /// The request had credentials, and its reply does not go on with their handshake.
  let isRefused: Bool

  /// The server, or a proxy, asks for a login.
  var isChallenge: Bool { status == 401 || status == 407 }
}
