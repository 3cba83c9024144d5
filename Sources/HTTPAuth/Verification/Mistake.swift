// SPDX-License-Identifier: Apache-2.0

/// A known mistake in credentials. Raw values appear in reports and files, and never change.
package enum Mistake: String, Hashable, Sendable, CaseIterable {
  // MARK: Before the scheme

  case malformed, unknownScheme, schemeNotOffered

  // MARK: Accounts

  case unknownUser, wrongPassword, passwordOfAnotherAccount, userOfAnotherAccount
  case userNotEscaped, emptyPassword, latin1ForUTF8, notNormalised

  // MARK: Basic (RFC 7617) and Bearer (RFC 6750)

  case noToken68, notBase64, noColon, colonInUser, unknownToken, malformedToken

  // MARK: Negotiate (RFC 4559)

  case ticketRefused, ticketForAnother, listNotProtected

  // MARK: Digest (RFC 7616): what the parameters say

  case parameterMissing, parameterDuplicated, nonceUnknown, nonceNotUnescaped
  case nonceOfAnotherChallenge, realmChanged, realmNotUnescaped, realmUnescapedTwice
  case opaqueChanged, opaqueDropped, opaqueInvented, algorithmUnsupported, algorithmChanged
  case algorithmDropped, qopDropped, qopNotOffered, qopUnasked, uriWithoutQuery, uriAbsolute
  case uriPathOnly, uriPercentDecoded, uriPercentEncodedTwice, uriWithFragment, uriOther
  case userhashNotOffered, userhashUnstated, userhashNotHashed, usernameExtendedMalformed

  // MARK: Digest: what the response was made from

  case wrongMethod, ncAltered, cnonceAltered, sha512Truncated, md5Always, otherHash, rfc2069Form
  case authForAuthInt, authIntForAuth, bodyLeftOut, hashedUserInA1, sessionForgotten
  case sessionUnasked, uppercaseResponse, unexplained

  // MARK: NTLM (MS-NLMP, MS-NTHT)

  case messageMalformed, messageWithoutChallenge, messageOfAnotherConnection, anonymous
  case domainOfAnother, domainNotInKey, domainCapitals, userNotCapitals, octetsWidened
  case integrityCodeWrong, channelBindingWrong

  // MARK: DPoP (RFC 9449)

  case proofMissing, proofRepeated, proofMalformed, proofTypeOther, proofAlgorithmOther
  case proofKeyPrivate, proofSignatureWrong, proofMethodOther, proofTargetWithQuery
  case proofTargetOther, proofTimeOther, proofReplayed, proofNonceMissing, proofNonceOther
  case proofHashMissing, proofHashOther, proofKeyOther, boundTokenAsBearer

  // MARK: SCRAM (RFC 7804)

  case scramMalformed, scramBindingClaimed, scramLoginUnknown, scramOwnNonce, scramBindingOther
  case scramSaltNotDecoded, scramIterationsOther, scramHeaderSigned
}

extension Mistake {
  /// The mistake in one sentence, with the section of the RFC that it breaks.
  package var summary: String {
    switch self {
    case .malformed: "The credentials leave the grammar of RFC 9110 11.4."
    case .unknownScheme: "The server does not support the scheme."
    case .schemeNotOffered: "The server does not offer the scheme of the credentials."
    case .unknownUser: "The server knows no account of that user name."
    case .wrongPassword: "The password is not that account's."
    case .passwordOfAnotherAccount: "The password is another account's."
    case .userOfAnotherAccount: "The response was made with the user name of another account."
    case .userNotEscaped:
      "Backslashes of the user name were written without an escape (RFC 9110 5.6.4)."
    case .emptyPassword: "The password was left empty."
    case .latin1ForUTF8:
      "ISO 8859-1 was used where the server asked for UTF-8 (RFC 7617 2.1, RFC 7616 4)."
    case .notNormalised:
      "The text is UTF-8 but was not normalised to NFC (RFC 7617 2.1, RFC 7616 4)."
    case .noToken68: "The scheme wants one token68, and there is none."
    case .notBase64: "The token68 is not base 64 with padding (RFC 7617 2, RFC 4648 4)."
    case .noColon:
      "The decoded base64 has no colon between user name and password (RFC 7617 2)."
    case .colonInUser: "The user name has a colon in it, which Basic cannot carry (RFC 7617 2)."
    case .unknownToken: "The server knows no account with that token."
    case .malformedToken: "The token does not match b64token (RFC 6750 2.1)."
    case .ticketRefused: "The server's acceptor refuses the token (RFC 4559 4.2)."
    case .listNotProtected:
      "The MIC of the list of mechanisms is missing or wrong (RFC 4178 5)."
    case .ticketForAnother: "The ticket is for another server (RFC 4559 4.1)."
    case .parameterMissing: "A parameter that Digest cannot do without is missing (RFC 7616 3.4)."
    case .parameterDuplicated: "A parameter occurs twice (RFC 7616 3.4)."
    case .nonceUnknown: "The nonce was not issued by this server."
    case .nonceNotUnescaped:
      "Backslashes that escape in the challenge's nonce were taken for part of it (RFC 9110 5.6.4)."
    case .nonceOfAnotherChallenge: "The nonce is that of one challenge, the rest that of another."
    case .realmChanged: "The realm is not that of the challenge."
    case .realmNotUnescaped:
      "Backslashes that escape in the challenge's realm were taken for part of it (RFC 9110 5.6.4)."
    case .realmUnescapedTwice:
      "Backslashes of the realm itself were taken for escapes (RFC 9110 5.6.4)."
    case .opaqueChanged: "opaque is not that of the challenge (RFC 7616 3.4)."
    case .opaqueDropped:
      "The challenge has opaque, the credentials do not return it (RFC 7616 3.4)."
    case .opaqueInvented: "The credentials have opaque, the challenge has none (RFC 7616 3.4)."
    case .algorithmUnsupported:
      "The challenge's algorithm is not one of RFC 7616: it was to be ignored (RFC 7616 3.3)."
    case .algorithmChanged: "The algorithm is not that of the challenge (RFC 7616 3.4)."
    case .algorithmDropped:
      "The challenge names an algorithm other than MD5, the credentials none (RFC 7616 3.4)."
    case .qopDropped: "The challenge offers qop, the credentials have none (RFC 7616 3.4)."
    case .qopNotOffered:
      "The credentials choose a qop that the challenge does not offer (RFC 7616 3.4)."
    case .qopUnasked: "The credentials have qop, the challenge has none (RFC 2617 3.2.2)."
    case .uriWithoutQuery: "The query of the target was left out (RFC 7616 3.4.6)."
    case .uriAbsolute: "uri is an absolute URI, the request-target is not (RFC 7616 3.4.6)."
    case .uriPathOnly:
      "uri is a path, but the request-target is an authority or an asterisk (RFC 7616 3.4.6)."
    case .uriPercentDecoded: "The target was percent-decoded."
    case .uriPercentEncodedTwice: "The target was percent-encoded once more."
    case .uriWithFragment: "The URI has a fragment, the target has none."
    case .uriOther: "The URI is not the request's target (RFC 7616 3.4.6)."
    case .userhashNotOffered:
      "The user name is hashed, which the challenge does not offer (RFC 7616 3.4.4)."
    case .userhashUnstated:
      "The user name is hashed, but userhash=true does not say so (RFC 7616 3.4.4)."
    case .userhashNotHashed:
      "userhash=true says that the user name is hashed, but it is not (RFC 7616 3.4.4)."
    case .usernameExtendedMalformed:
      "username* is not an extended value in UTF-8 (RFC 7616 3.4, RFC 8187 3.2.1)."
    case .wrongMethod: "The response was made for another method."
    case .ncAltered: "The response was made with another nonce count than nc says."
    case .cnonceAltered: "The response was made with another client nonce than cnonce says."
    case .sha512Truncated: "The hash is SHA-512 cut short, not SHA-512/256 (FIPS 180-4 5.3.6)."
    case .md5Always: "The hash is MD5, which is not what the algorithm says."
    case .otherHash: "The hash is not the one the algorithm says."
    case .rfc2069Form: "The response was made as without qop (RFC 2069 2.1.2)."
    case .authForAuthInt: "The response was made as for qop auth, but auth-int was chosen."
    case .authIntForAuth: "The response was made as for qop auth-int, but auth was chosen."
    case .bodyLeftOut: "The response was made with the hash of an empty body."
    case .hashedUserInA1:
      "A1 was made with the hashed user name, not with the plain one (RFC 7616 3.4.4)."
    case .sessionForgotten:
      "A1 was made without the nonces that a -sess algorithm adds (RFC 7616 3.4.2)."
    case .sessionUnasked:
      "A1 was made as for a -sess algorithm, which this is not (RFC 7616 3.4.2)."
    case .uppercaseResponse:
      "The response is right but in upper-case hexadecimal digits (RFC 7616 3.2)."
    case .messageMalformed: "The message cannot be read (MS-NLMP 2.2.1)."
    case .messageWithoutChallenge:
      "Message 3 came on a connection without message 2 (MS-NTHT 2.2.1)."
    case .messageOfAnotherConnection:
      "Message 3 answers the message 2 of another connection (MS-NTHT 2.2.1)."
    case .anonymous: "Message 3 is anonymous (MS-NLMP 3.2.5.1.2)."
    case .domainOfAnother: "The domain is not that of the account."
    case .domainNotInKey:
      "The key was made with another domain than the message has (MS-NLMP 3.3.2)."
    case .domainCapitals: "The key was made with the domain in capitals (MS-NLMP 3.3.2)."
    case .userNotCapitals:
      "The key was made with the user name as it is, not in capitals (MS-NLMP 3.3.2)."
    case .octetsWidened:
      "Each octet of UTF-8 became a unit of UTF-16, which is another text (MS-NLMP 2.2.2.5)."
    case .integrityCodeWrong: "The MIC is not that of the three messages (MS-NLMP 3.1.5.1.2)."
    case .channelBindingWrong:
      "The channel binding is not that of the server's certificate (RFC 5929 4)."
    case .proofMissing: "The token comes without a proof of possession (RFC 9449 7.1)."
    case .proofRepeated: "There is more than one DPoP field (RFC 9449 4.3)."
    case .proofMalformed: "The proof is no JWT with the claims that it must have (RFC 9449 4.2)."
    case .proofTypeOther: "The type of the proof is not dpop+jwt (RFC 9449 4.2)."
    case .proofAlgorithmOther:
      "The server does not support the algorithm of the proof (RFC 9449 4.3)."
    case .proofKeyPrivate: "The proof has the private key in it (RFC 9449 4.2)."
    case .proofSignatureWrong:
      "The signature of the proof is not by the key that it names (RFC 9449 4.3)."
    case .proofMethodOther: "The proof is for another method (RFC 9449 4.3)."
    case .proofTargetWithQuery: "The proof's URL has a query or a fragment (RFC 9449 4.2)."
    case .proofTargetOther: "The proof is for another URL (RFC 9449 4.3)."
    case .proofTimeOther: "The proof was made at another time (RFC 9449 11.1)."
    case .proofReplayed: "The proof was sent before (RFC 9449 11.1)."
    case .proofNonceMissing: "The proof lacks the nonce that the server has sent (RFC 9449 4.2)."
    case .proofNonceOther: "The nonce of the proof was not sent by this server (RFC 9449 9)."
    case .proofHashMissing: "The proof lacks the hash of the token (RFC 9449 4.2)."
    case .proofHashOther: "The hash in the proof is not that of the token (RFC 9449 4.2)."
    case .proofKeyOther: "The proof is by another key than the token is bound to (RFC 9449 4.3)."
    case .boundTokenAsBearer:
      "A token that is bound to a key was sent as a bearer token (RFC 9449 7.2)."
    case .scramMalformed: "The message of SCRAM cannot be read (RFC 5802 7)."
    case .scramBindingClaimed:
      "The first message names a channel binding, and there is none (RFC 7804 5)."
    case .scramLoginUnknown: "The message names no login that the server has opened (RFC 7804 5)."
    case .scramOwnNonce:
      "The last message has the nonce of the first, without what the server added (RFC 5802 5.1)."
    case .scramBindingOther:
      "The last message does not repeat the header of the first (RFC 5802 5.1)."
    case .scramSaltNotDecoded: "The salt was used as it is written, in base 64 (RFC 5802 5.1)."
    case .scramIterationsOther: "The password was hashed another number of times (RFC 5802 3)."
    case .scramHeaderSigned: "The header of the first message was signed as well (RFC 5802 3)."
    case .unexplained: "No known mistake explains the response: the password may be another."
    }
  }
}
