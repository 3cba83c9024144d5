// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in reading Digest challenges.
  static let digestChallenge: [Fault] = [
    Name.malformedDomainRefused.breaks(
      "R082", "It ignores a Digest challenge whose domain contains an invalid URI."),
    Name.emptyNonceLoops.breaks("R026", "It answers an empty nonce without limit.", hangs: true),
    Name.nonceCutAtComma.breaks("R079", "It cuts the nonce at a comma."),
    Name.missingAlgorithmRefused.breaks(
      "R068", "It does not answer a challenge without algorithm."),
    Name.unknownAlgorithmIsMD5.breaks("R069", "It treats an unknown algorithm as MD5."),
    Name.sessionTakenForPlain.breaks("R090", "It treats a -sess algorithm as the plain one."),
    Name.sha256ForSHA512Slash256.breaks("R258", "It uses SHA-256 as SHA-512/256."),
    Name.qopInvented.breaks("R076", "It sends qop although none was offered."),
    Name.unknownQopRefused.breaks(
      "R073", "It ignores a challenge that has an unknown qop beside a known one."),
    Name.unknownQopIsAuth.breaks("R074", "It sends auth if only an unknown qop was offered."),
    Name.unknownQopIsNone.breaks("R075", "It sends no qop if only an unknown one was offered."),
    Name.staleIgnored.breaks("R105", "It treats a stale nonce as a refusal."),
    Name.staleNonceRepeated.breaks("R083", "It tries again with the stale nonce."),
    Name.staleNotBounded.breaks("R085", "It renews a stale nonce without limit.", hangs: true),
    Name.anyStaleIsTrue.breaks("R084", "It treats any value of stale as true."),
    Name.userhashIgnored.breaks(
      "R101", "It sends the plain user name if the server wants it hashed."),
    Name.missingAlgorithmBesideAuthInt.breaks(
      "R068", "It treats a missing algorithm as SHA-256 if the server offers auth-int."),
    Name.proxyDomainElsewhereHeeded.breaks(
      "R081", "It does not answer a proxy's Digest challenge whose domain names another host."),
    Name.sha256UnknownBesideAuthInt.breaks(
      "R071", "It does not support SHA-256 if the server offers only auth-int."),
    Name.sha512TruncatedInSession.breaks(
      "R072", "It uses the first half of SHA-512 as SHA-512/256 in SHA-512-256-sess."),
    Name.userhashFalseTakenForTrue.breaks(
      "R102", "It hashes the user name if the challenge has userhash=false."),
  ]
}
