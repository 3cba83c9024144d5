// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Diagnosis {
  /// The rule that the credentials break; of two mistakes that of the graver one. `nil` if no rule
  /// is known.
  var rule: BrokenRule? {
    let rules = [mistake, second].compactMap { $0?.rule(of: scheme) }
    return rules.max { $0.level.weight < $1.level.weight }
  }
}

extension BrokenRule {
  /// The rule at no higher level than `level`. SHOULD is a word of a requirement: without one the
  /// level is robust in its place.
  func limited(to level: Level) -> BrokenRule {
    let least = level.weight < self.level.weight ? level : self.level
    return BrokenRule(
      requirement, requirement == nil && least == .should ? .robust : least, isTopic: isTopic)
  }
}

extension Level {
  /// How much the level claims. `must` claims the most: that a specification says so.
  fileprivate var weight: Int {
    switch self {
    case .note: 0
    case .may: 1
    case .should: 2
    case .robust: 3
    case .must: 4
    }
  }
}

extension Mistake {
  /// The requirement that the mistake breaks, and its level.
  fileprivate func rule(of scheme: AuthScheme?) -> BrokenRule? {
    switch self {
    // It is not known whose octets do not match the grammar: the client's, its caller's or the
    // server's.
    case .malformed: BrokenRule("R140", .robust)
    case .passwordOfAnotherAccount, .userOfAnotherAccount: BrokenRule("R133", .robust)
    case .emptyPassword, .anonymous: BrokenRule("R060", .robust)
    case .latin1ForUTF8, .notNormalised:
      scheme == .basic ? BrokenRule("R058", .may) : BrokenRule("R103", .should)
    case .noToken68 where scheme == .ntlm: BrokenRule("R330", .robust)
    case .noToken68, .notBase64, .noColon:
      BrokenRule(scheme == .scram ? "R394" : "R053", .robust)
    case .colonInUser: BrokenRule("R054", .should)
    case .malformedToken: BrokenRule("R113", .robust)
    case .parameterDuplicated: BrokenRule("R097", .robust)
    case .nonceUnknown: BrokenRule(scheme == .scram ? "R397" : "R079", .robust)
    // "Recipients … MUST handle a quoted-pair as if it were replaced by the octet following" (RFC
    // 9110 5.6.4).
    case .nonceNotUnescaped, .realmNotUnescaped: BrokenRule("R006", .must)
    case .userNotEscaped where scheme == .scram: BrokenRule("R394", .robust)
    case .realmUnescapedTwice, .userNotEscaped: BrokenRule("R096", .robust)
    case .nonceOfAnotherChallenge: BrokenRule("R013", .robust)
    // "opaque … SHOULD be returned by the client unchanged" (RFC 7616 3.3).
    case .opaqueChanged, .opaqueDropped, .opaqueInvented: BrokenRule("R077", .should)
    case .algorithmUnsupported: BrokenRule("R069", .should)
    case .algorithmChanged, .algorithmDropped: BrokenRule("R078", .robust)
    // "H(data) = <algorithm>(data)" (RFC 7616 3.3).
    case .md5Always, .otherHash: BrokenRule("R258", .robust)
    // "This parameter MUST be used by all implementations" (RFC 7616 3.3, of qop).
    case .qopDropped: BrokenRule("R075", .must)
    // "Its value MUST be one of the alternatives the server indicated it supports" (RFC 7616 3.4).
    case .qopNotOffered: BrokenRule("R074", .must)
    case .rfc2069Form: BrokenRule("R075", .robust)
    // RFC 2617 3.2.2 forbids it; RFC 7616, which replaces it, has cnonce and nc in every answer.
    case .qopUnasked: BrokenRule("R076", .robust)
    // "it MUST agree with the request-target" (RFC 7616 3.4.6).
    case .uriWithoutQuery, .uriPathOnly, .uriWithFragment, .uriOther: BrokenRule("R092", .must)
    // "uri: The Effective Request URI … of the HTTP request" (RFC 7616 3.4), which is absolute: an
    // absolute URI may be said to agree with a path.
    case .uriAbsolute: BrokenRule("R092", .robust)
    case .uriPercentDecoded, .uriPercentEncodedTwice: BrokenRule("R093", .robust)
    case .userhashNotOffered: BrokenRule("R102", .robust)
    // "the client MUST calculate a hash of the username … and include the userhash parameter" (RFC
    // 7616 3.4.4).
    case .userhashUnstated, .userhashNotHashed: BrokenRule("R101", .must)
    case .hashedUserInA1: BrokenRule("R101", .robust)
    case .usernameExtendedMalformed: BrokenRule("R100", .robust)
    case .wrongMethod, .authForAuthInt, .authIntForAuth, .bodyLeftOut: BrokenRule("R091", .robust)
    case .sha512Truncated: BrokenRule("R072", .robust)
    case .sessionForgotten, .sessionUnasked: BrokenRule("R090", .robust)
    case .uppercaseResponse: BrokenRule("R098", .robust)
    // "selecting the challenge with … the most secure auth-scheme that it understands" (RFC 9110
    // 11.4): it must be one of those offered.
    case .unknownScheme: BrokenRule("R011", .robust)
    // MS-NTHT 2.2.1: message 3 answers message 2, on its connection.
    case .messageWithoutChallenge: BrokenRule("R330", .robust)
    // "a principal name of the form of "HTTP/hostname"" (RFC 4559 4.1).
    case .ticketForAnother: BrokenRule("R347", .robust)
    // "The initiator MUST verify the received mechlistMIC token and generate a mechlistMIC token to
    // send back to the target." (RFC 4178 5)
    case .listNotProtected: BrokenRule("R349", .must)
    case .messageOfAnotherConnection: BrokenRule("R331", .robust)
    case .messageMalformed: BrokenRule("R129", .robust)
    case .integrityCodeWrong: BrokenRule("R340", .robust)
    case .channelBindingWrong: BrokenRule("R342", .robust)
    case .domainNotInKey, .domainCapitals, .userNotCapitals, .octetsWidened:
      BrokenRule("R335", .robust)
    case .domainOfAnother: BrokenRule("R343", .should)
    // "The JOSE Header of a DPoP JWT MUST contain at least the following parameters […] The payload
    // of a DPoP proof MUST contain at least the following claims" (RFC 9449 4.2).
    case .proofMalformed, .proofTypeOther, .proofAlgorithmOther, .proofKeyPrivate,
      .proofMethodOther, .proofTargetWithQuery, .proofTargetOther:
      BrokenRule("R387", .must)
    case .proofSignatureWrong, .proofRepeated, .proofTimeOther: BrokenRule("R387", .robust)
    // "Requests to DPoP-protected resources MUST include both a DPoP proof as per Section 4 and the
    // access token" (RFC 9449 7).
    case .proofMissing: BrokenRule("R386", .must)
    // "The DPoP proof MUST include the ath claim with a valid hash of the associated access token."
    case .proofHashMissing, .proofHashOther: BrokenRule("R388", .must)
    case .proofNonceMissing: BrokenRule("R389", .must)
    case .proofNonceOther: BrokenRule("R390", .robust)
    case .proofReplayed: BrokenRule("R391", .robust)
    case .proofKeyOther: BrokenRule("R392", .robust)
    case .scramMalformed, .scramBindingClaimed: BrokenRule("R394", .robust)
    case .scramLoginUnknown, .scramOwnNonce, .scramBindingOther, .scramSaltNotDecoded,
      .scramIterationsOther, .scramHeaderSigned:
      BrokenRule("R397", .robust)
    case .boundTokenAsBearer, .schemeNotOffered, .unknownUser, .wrongPassword, .unknownToken,
      .ticketRefused, .parameterMissing, .realmChanged, .ncAltered,
      .cnonceAltered, .unexplained:
      nil
    }
  }
}
