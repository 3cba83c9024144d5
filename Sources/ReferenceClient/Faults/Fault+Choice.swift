extension Fault {
  /// Faults in choosing a challenge and a login.
  static let choice: [Fault] = [
    Fault(.weakestSchemeUsed, "R015", "It uses the weakest scheme that it understands."),
    Fault(.firstSchemeUsed, "R015", "It uses the scheme that the server names first."),
    Fault(
      .basicWithoutChallenge, "R024", "It answers a refusal without a challenge with Basic."),
    Fault(
      .emptyLoginSent, "R026",
      "It sends an empty user name and password where it has none."),
    Fault(
      .proxyFieldTakenOnRefusal, "R030",
      "It answers Proxy-Authenticate on an origin's 401 with the login for its proxy."),
    Fault(
      .realmOfLastChallenge, "R023",
      "Of several challenges it answers one with the realm of the last."),
    Fault(
      .insufficientScopeRetried, "R118",
      "It sends a token again whose scope does not suffice."),
    Fault(
      .invalidRequestRetried, "R119",
      "It makes a request again that the server calls invalid."),
    Fault(.lastDigestUsed, "R070", "Of several Digest challenges it answers the last."),
    Fault(
      .md5DigestUsed, "R070", "It answers a Digest challenge with MD5 before one with SHA-256."),
    Fault(
      .basicAfterAcceptedDigest, "R148",
      "It sends the password in clear where a server that accepted Digest offers only Basic."),
    Fault(
      .firstOfferOnly, "R011",
      "It looks no further when it has no login for the strongest scheme."),
    Fault(.schemesNotRestricted, "R066", "It uses a scheme that it was told not to use."),
    Fault(.basicAlwaysUnasked, "R012", "It sends Basic without being asked."),
    Fault(.bearerTakenForBasic, "R121", "It answers a Bearer challenge with Basic."),
    Fault(.digestTakenForBasic, "R012", "It answers a Digest challenge with Basic."),
    Fault(
      .unusableDigestIsBasic, "R066", "It answers with Basic a Digest challenge that it cannot use."
    ),
    Fault(.basicAfterRefusedDigest, "R111", "It tries Basic when Digest was refused."),
    Fault(.anyLoginForAnyScheme, "R121", "It uses tokens as passwords and passwords as tokens."),
    Fault(
      .notSentThoughTold, "R062",
      "It waits for a challenge though it was told to send credentials unasked."),
    Fault(.refusedRepeated, "R027", "It sends credentials again that were refused."),
    Fault(
      .refusedTokenTriedInOtherRealms, "R117",
      "It tries a refused token again for another realm."),
    Fault(
      .refusedNotForgotten, "R136",
      "It goes on sending remembered credentials that were refused."),
    Fault(
      .onlyOneLoginTried, "R133",
      "It tries no other login when one was refused, not even for another realm."),
    Fault(.roundsNotBounded, "R026", "It answers new challenges without end.", hangs: true),
    Fault(.challengeOnAnyStatusAnswered, "R028", "It answers a challenge on any status."),
    Fault(.challengeOnForbiddenAnswered, "R028", "It answers a challenge on a 403."),
    Fault(.challengeOnRedirectAnswered, "R028", "It answers a challenge on a redirect."),
    Fault(.interimChallengeTaken, "R039", "It answers a challenge in an interim response."),
    Fault(.trailersTaken, "R040", "It answers a challenge in a trailer section."),
    Fault(
      .eitherChallengeFieldTaken, "R030",
      "It answers either challenge field on either status."),
    Fault(.forbiddenRetried, "R029", "It repeats a request with the same credentials after a 403."),
    Fault(
      .hangsWithoutChallenge, "R024", "It never comes to an end when a 401 has no challenge.",
      hangs: true),
    Fault(.refusalTakenForSuccess, "R025", "It gives its caller a 401 as a 200."),
    Fault(.bodyOfRefusalLost, "R025", "It gives its caller a 401 without its body."),
    Fault(
      .firstBodyDelivered, "R026",
      "It gives its caller the body of the first 401 instead of the last response's."),
    Fault(
      .firstStatusDelivered, "R026",
      "It gives its caller the status of the first response instead of the last."),
    Fault(
      .firstFieldsDelivered, "R025",
      "It gives its caller the header fields of the first 401 instead of the last response's."),
    Fault(.asksBeforeUsingGiven, "R133", "It asks the user although it has a login."),
    Fault(
      .asksAgainAfterCancel, "R026",
      "It asks once more than it needs to, even when the user gives up."),
    Fault(.asksForNoReason, "R162", "It asks the user after each request that was let in."),
    Fault(
      .usersAnswerStale, "R164",
      "It asks the user again when the nonce ended while the user was asked."),
    Fault(
      .lostConnectionForgetsAnswer, "R164",
      "It forgets what the user answered when the connection ended meanwhile."),
    Fault(
      .applicationBasicTakenForBasic, "R011",
      "It passes over the word Application and answers the Basic that stands behind it."),
    Fault(
      .callersKeyBringsLogin, "R021",
      "It sends Basic unasked beside a field of the caller's own."),
    Fault(.asksThoughItMayNot, "R162", "It asks the user although it was told to ask nobody."),
    Fault(
      .liesAboutTarget, "R160", "It asks for a proxy's login in an origin's name and the reverse."),
    Fault(
      .liesAboutServer, "R160", "It names another server than the one that challenged when it asks."
    ),
    Fault(
      .liesAboutPath, "R160", "It names another path than the one that was challenged when it asks."
    ),
    Fault(.liesAboutRealm, "R160", "It asks with words of its own in place of the realm."),
    Fault(.liesAboutScheme, "R160", "It names another scheme than the challenge's when it asks."),
    Fault(.failuresCountedFromOne, "R161", "It says that a login was refused before any was sent."),
    Fault(.failuresNotCounted, "R161", "It never says that a login was refused."),
    Fault(
      .failuresOfBothSidesCounted, "R161",
      "It counts what the proxy refused among what the origin refused and the reverse."),
    Fault(
      .attemptsNotResetAfterSuccess, "R161",
      "It goes on counting refused logins when one was accepted."),
    Fault(.acceptedLoginsForgotten, "R105", "It asks again for a realm that it has a login for."),
    Fault(
      .asksWithoutAnyLogin, "R162",
      "It asks the user when it was given no login, although it was told to ask nobody."),
    Fault(
      .basicNotSentThoughTold, "R062",
      "It waits for a challenge though it was told to send Basic unasked."),
    Fault(
      .passwordSentAsToken, "R121",
      "It answers a Bearer challenge with a login that has no token."),
    Fault(
      .refusedRepeatedWithPOST, "R027",
      "It sends credentials again with a POST that were refused."),
  ]
}
