// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension Check {
  /// The expected behaviour, as a sentence without a full stop.
  ///
  /// The sequence of requests, the handshakes, the outcome and the ways of a step have the title of
  /// their scenario. It is not printed where it may be untrue of what was observed: where that is not
  /// known to break the requirement of the title.
  var title: String {
    guard isWithoutRule || isAboutTopic || breaksAnotherRule else { return descriptor.title }
    switch descriptor.kind {
    case .exchanges: return finding?.deviation?.expectation ?? "The expected requests come"
    case .handshakes: return finding?.deviation?.expectation ?? "The expected handshakes come"
    case .outcome: return "The client reports the expected outcome"
    case .response: return "The client delivers the expected response"
    case .alternatives: return "The client behaves in one of the allowed ways"
    case .repeats, .detail, .prohibition, .order, .questions, .question, .stored, .observation,
      .invariant:
      return descriptor.title
    }
  }

  /// `true` if what was observed breaks another requirement than the check's own.
  private var breaksAnotherRule: Bool {
    guard let broken = finding?.rule?.requirement, let own = descriptor.requirements.first else {
      return false
    }
    return broken != own
  }
}

extension Deviation {
  /// What was expected instead, as a sentence without a full stop.
  fileprivate var expectation: String {
    switch self {
    case .neverSent: "The client sends a request"
    case .challengeUnanswered: "The challenge is answered"
    case .redirectNotFollowed: "The redirect is followed"
    case .stopped: "A further request follows"
    case .needlessLogin: "No further credentials are sent"
    case .needlessRequest: "No further request is sent"
    case .lacksCredentials: "The request has credentials"
    case .unexpectedCredentials: "The request has no credentials"
    case .invalidCredentials: "The credentials are valid"
    case .validCredentials: "The credentials are those that the server refuses"
    case .otherScheme: "The credentials are of the expected scheme"
    case .otherAccount: "The credentials are those of the expected account"
    case .otherMessage: "The expected message of the scheme is sent"
    case .otherMethod: "The request has the expected method"
    case .otherPath: "The request has the expected path"
    case .otherReply: "The expected requests come"
    case .responseForError: "The client reports an error"
    case .userInformationOfLocation: "No user information of a redirect is sent"
    case .serverAccepted: "The server is refused"
    case .outdatedVersion: "An outdated version of TLS is refused"
    case .noClosureAlert: "The connection ends with a closure alert"
    case .serverRefused: "The server is used"
    case .otherHandshake: "The expected handshakes come"
    }
  }
}
