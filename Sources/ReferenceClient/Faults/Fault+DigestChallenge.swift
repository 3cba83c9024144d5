extension Fault {
  /// Faults in reading Digest challenges.
  static let digestChallenge: [Fault] = [
    Fault(
      .domainOfProxyHeeded, "R081",
      "It does not answer a proxy's Digest challenge that has a domain."),
    Fault(
      .malformedDomainRefused, "R082",
      "It passes over a Digest challenge whose domain holds what is no URI."),
    Fault(.missingNonceAnswered, "R067", "It answers a Digest challenge without a nonce."),
    Fault(.emptyNonceLoops, "R026", "It answers an empty nonce again and again.", hangs: true),
    Fault(.nonceCutAtEquals, "R079", "It cuts the nonce at an equals sign."),
    Fault(.nonceCutAtComma, "R079", "It cuts the nonce at a comma."),
    Fault(.nonceCutShort, "R079", "It cuts the nonce at 1,024 octets."),
    Fault(.missingAlgorithmRefused, "R068", "It does not answer a challenge without algorithm."),
    Fault(.missingAlgorithmIsSHA256, "R068", "It takes a missing algorithm for SHA-256."),
    Fault(.algorithmByCase, "R090", "It knows algorithms only in upper case."),
    Fault(.unknownAlgorithmIsMD5, "R069", "It takes an unknown algorithm for MD5."),
    Fault(.sessionTakenForPlain, "R090", "It takes a -sess algorithm for the plain one."),
    Fault(.sha256Unknown, "R071", "It does not know SHA-256."),
    Fault(.sha512Truncated, "R072", "It takes the first half of SHA-512 for SHA-512/256."),
    Fault(.qopIgnored, "R075", "It answers as if no qop were offered."),
    Fault(.qopInvented, "R076", "It sends qop where none was offered."),
    Fault(.qopListWhole, "R073", "It understands qop only where it names a single option."),
    Fault(
      .unknownQopRefused, "R073",
      "It passes a challenge over that names an unknown qop beside a known one."),
    Fault(.unknownQopIsAuth, "R074", "It sends auth where only an unknown qop was offered."),
    Fault(.unknownQopIsNone, "R074", "It sends no qop where only an unknown one was offered."),
    Fault(.authIntUnknown, "R091", "It does not know auth-int."),
    Fault(.authSentForAuthInt, "R074", "It sends auth where only auth-int was offered."),
    Fault(.staleIgnored, "R105", "It takes a stale nonce for a refusal."),
    Fault(.staleAskedAbout, "R105", "It asks the user for the login again when a nonce is stale."),
    Fault(.staleNonceRepeated, "R083", "It tries again with the stale nonce."),
    Fault(.staleNotBounded, "R085", "It renews a stale nonce without end.", hangs: true),
    Fault(.anyStaleIsTrue, "R084", "It takes any value of stale for true."),
    Fault(
      .userhashIgnored, "R101",
      "It sends the plain user name where the server wants it hashed."),
    Fault(.userhashAlways, "R102", "It hashes the user name where the server did not offer that."),
    Fault(
      .missingAlgorithmBesideAuthInt, "R068",
      "It takes a missing algorithm for SHA-256 where the server offers auth-int."),
    Fault(
      .proxyDomainElsewhereHeeded, "R081",
      "It does not answer a proxy's Digest challenge whose domain names another host."),
    Fault(
      .sha256UnknownBesideAuthInt, "R071",
      "It does not know SHA-256 where the server offers auth-int alone."),
    Fault(
      .sha512TruncatedInSession, "R072",
      "It takes the first half of SHA-512 for SHA-512/256 in SHA-512-256-sess."),
    Fault(
      .userhashFalseTakenForTrue, "R102",
      "It hashes the user name where the challenge has userhash=false."),
  ]
}
