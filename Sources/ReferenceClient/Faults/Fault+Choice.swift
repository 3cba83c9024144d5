// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in choosing a challenge and a login.
  static let choice: [Fault] = [
    Fault(.weakestSchemeUsed, "R015", "It uses the weakest scheme that it supports."),
    Fault(.firstSchemeUsed, "R015", "It uses the scheme that the server names first."),
    Fault(
      .basicWithoutChallenge, "R024", "It answers a refusal without a challenge with Basic."),
    Fault(
      .emptyLoginSent, "R026",
      "It sends an empty user name and password if it has no login."),
    Fault(
      .proxyFieldTakenOnRefusal, "R030",
      "It answers Proxy-Authenticate on an origin's 401 with the login for its proxy."),
    Fault(
      .realmOfLastChallenge, "R023",
      "Of several challenges it answers one with the realm of the last."),
    Fault(
      .insufficientScopeRetried, "R118",
      "It sends a token again after insufficient_scope."),
    Fault(
      .invalidRequestRetried, "R119",
      "It repeats a request after invalid_request."),
    Fault(.lastDigestUsed, "R070", "Of several Digest challenges it answers the last."),
    Fault(
      .md5DigestUsed, "R070", "It answers a Digest challenge with MD5 before one with SHA-256."),
    Fault(
      .basicAfterAcceptedDigest, "R148",
      "It sends the password in clear text if a server that accepted Digest offers only Basic."),
    Fault(
      .firstOfferOnly, "R011",
      "It gives up if it has no login for the strongest scheme."),
    Fault(.schemesNotRestricted, "R066", "It uses a scheme that its session does not allow."),
    Fault(.basicAlwaysUnasked, "R012", "It sends Basic without a challenge."),
    Fault(.bearerTakenForBasic, "R121", "It answers a Bearer challenge with Basic."),
    Fault(.digestTakenForBasic, "R012", "It answers a Digest challenge with Basic."),
    Fault(
      .unusableDigestIsBasic, "R066", "It answers a Digest challenge that it cannot use with Basic."
    ),
    Fault(.basicAfterRefusedDigest, "R111", "It tries Basic after Digest was refused."),
    Fault(.anyLoginForAnyScheme, "R121", "It uses tokens as passwords and passwords as tokens."),
    Fault(
      .notSentThoughTold, "R062",
      "It waits for a challenge although it is set to send credentials preemptively."),
    Fault(.refusedRepeated, "R027", "It sends refused credentials again."),
    Fault(
      .refusedTokenTriedInOtherRealms, "R117",
      "It tries a refused token again for another realm."),
    Fault(
      .refusedNotForgotten, "R136",
      "It continues to send remembered credentials that were refused."),
    Fault(
      .onlyOneLoginTried, "R133",
      "After a refused login it tries no other, not even for another realm."),
    Fault(.roundsNotBounded, "R026", "It answers new challenges without limit.", hangs: true),
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
      .hangsWithoutChallenge, "R024", "It never ends a request after a 401 without a challenge.",
      hangs: true),
    Fault(.refusalTakenForSuccess, "R025", "It delivers a 401 as a 200."),
    Fault(.bodyOfRefusalLost, "R025", "It delivers a 401 without its body."),
    Fault(
      .firstBodyDelivered, "R026",
      "It delivers the body of the first 401 instead of the last response's."),
    Fault(
      .firstStatusDelivered, "R026",
      "It delivers the status of the first response instead of the last."),
    Fault(
      .firstFieldsDelivered, "R025",
      "It delivers the header fields of the first 401 instead of the last response's."),
    Fault(.asksBeforeUsingGiven, "R133", "It asks the user although it has a login."),
    Fault(
      .asksAgainAfterCancel, "R026",
      "It asks the user once more than necessary, even after the user cancelled."),
    Fault(.asksForNoReason, "R162", "It asks the user after each accepted request."),
    Fault(
      .usersAnswerStale, "R164",
      "It asks the user again if the nonce became stale during the prompt."),
    Fault(
      .lostConnectionForgetsAnswer, "R164",
      "It forgets the user's answer if the connection ended during the prompt."),
    Fault(
      .applicationBasicTakenForBasic, "R011",
      "It ignores the word Application and answers the Basic after it."),
    Fault(
      .callersKeyBringsLogin, "R021",
      "It sends Basic without a challenge beside the caller's own key field."),
    Fault(
      .asksThoughItMayNot, "R162", "It asks the user although its session does not allow that."),
    Fault(
      .liesAboutTarget, "R160", "It asks for a proxy's login as an origin's and the reverse."),
    Fault(
      .liesAboutServer, "R160",
      "When it asks, it names another server than the one that challenged."
    ),
    Fault(
      .liesAboutPath, "R160",
      "When it asks, it names another path than the one that was challenged."
    ),
    Fault(.liesAboutRealm, "R160", "When it asks, it shows its own text instead of the realm."),
    Fault(.liesAboutScheme, "R160", "When it asks, it names another scheme than the challenge's."),
    Fault(.failuresCountedFromOne, "R161", "It reports a refused login before it has sent any."),
    Fault(.failuresNotCounted, "R161", "It never reports a refused login."),
    Fault(
      .failuresOfBothSidesCounted, "R161",
      "It counts the proxy's refusals as the origin's and the reverse."),
    Fault(
      .attemptsNotResetAfterSuccess, "R161",
      "It continues the count of refused logins after an accepted one."),
    Fault(.acceptedLoginsForgotten, "R105", "It asks again for a realm that it has a login for."),
    Fault(
      .asksWithoutAnyLogin, "R162",
      "It asks the user if it has no login, although its session does not allow that."),
    Fault(
      .basicNotSentThoughTold, "R062",
      "It waits for a challenge although it is set to send Basic preemptively."),
    Fault(
      .passwordSentAsToken, "R121",
      "It answers a Bearer challenge with a login that has no token."),
    Fault(
      .refusedRepeatedWithPOST, "R027",
      "It sends refused credentials again with a POST."),
  ]
}
