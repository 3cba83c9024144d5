// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in reading Digest challenges.
  static let digestChallenge: [Fault] = [
    Fault(
      .domainOfProxyHeeded, "R081",
      "It does not answer a proxy's Digest challenge that has a domain."),
    Fault(
      .malformedDomainRefused, "R082",
      "It ignores a Digest challenge whose domain contains an invalid URI."),
    Fault(.missingNonceAnswered, "R067", "It answers a Digest challenge without a nonce."),
    Fault(.emptyNonceLoops, "R026", "It answers an empty nonce without limit.", hangs: true),
    Fault(.nonceCutAtEquals, "R079", "It cuts the nonce at an equals sign."),
    Fault(.nonceCutAtComma, "R079", "It cuts the nonce at a comma."),
    Fault(.nonceCutShort, "R079", "It cuts the nonce at 1,024 octets."),
    Fault(.missingAlgorithmRefused, "R068", "It does not answer a challenge without algorithm."),
    Fault(.missingAlgorithmIsSHA256, "R068", "It treats a missing algorithm as SHA-256."),
    Fault(.algorithmByCase, "R090", "It recognizes algorithms only in upper case."),
    Fault(.unknownAlgorithmIsMD5, "R069", "It treats an unknown algorithm as MD5."),
    Fault(.sessionTakenForPlain, "R090", "It treats a -sess algorithm as the plain one."),
    Fault(.sha256Unknown, "R071", "It does not support SHA-256."),
    Fault(.sha512Truncated, "R072", "It uses the first half of SHA-512 as SHA-512/256."),
    Fault(.qopIgnored, "R075", "It answers as if no qop were offered."),
    Fault(.qopInvented, "R076", "It sends qop although none was offered."),
    Fault(.qopListWhole, "R073", "It reads qop only if it has a single option."),
    Fault(
      .unknownQopRefused, "R073",
      "It ignores a challenge that has an unknown qop beside a known one."),
    Fault(.unknownQopIsAuth, "R074", "It sends auth if only an unknown qop was offered."),
    Fault(.unknownQopIsNone, "R074", "It sends no qop if only an unknown one was offered."),
    Fault(.authIntUnknown, "R091", "It does not support auth-int."),
    Fault(.authSentForAuthInt, "R074", "It sends auth if only auth-int was offered."),
    Fault(.staleIgnored, "R105", "It treats a stale nonce as a refusal."),
    Fault(.staleAskedAbout, "R105", "It asks the user for the login again if a nonce is stale."),
    Fault(.staleNonceRepeated, "R083", "It tries again with the stale nonce."),
    Fault(.staleNotBounded, "R085", "It renews a stale nonce without limit.", hangs: true),
    Fault(.anyStaleIsTrue, "R084", "It treats any value of stale as true."),
    Fault(
      .userhashIgnored, "R101",
      "It sends the plain user name if the server wants it hashed."),
    Fault(
      .userhashAlways, "R102", "It hashes the user name although the server did not offer that."),
    Fault(
      .missingAlgorithmBesideAuthInt, "R068",
      "It treats a missing algorithm as SHA-256 if the server offers auth-int."),
    Fault(
      .proxyDomainElsewhereHeeded, "R081",
      "It does not answer a proxy's Digest challenge whose domain names another host."),
    Fault(
      .sha256UnknownBesideAuthInt, "R071",
      "It does not support SHA-256 if the server offers only auth-int."),
    Fault(
      .sha512TruncatedInSession, "R072",
      "It uses the first half of SHA-512 as SHA-512/256 in SHA-512-256-sess."),
    Fault(
      .userhashFalseTakenForTrue, "R102",
      "It hashes the user name if the challenge has userhash=false."),
  ]
}
