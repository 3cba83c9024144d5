// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in choosing a challenge and a login.
  static let choice: [Fault] = [
    Name.weakestSchemeUsed.breaks("R015", "It uses the weakest scheme that it supports."),
    Name.basicWithoutChallenge.breaks(
      "R024", "It answers a refusal without a challenge with Basic."),
    Name.emptyLoginSent.breaks(
      "R026", "It sends an empty user name and password if it has no login."),
    Name.proxyFieldTakenOnRefusal.breaks(
      "R030", "It answers Proxy-Authenticate on an origin's 401 with the login for its proxy."),
    Name.realmOfLastChallenge.breaks(
      "R023", "Of several challenges it answers one with the realm of the last."),
    Name.insufficientScopeRetried.breaks(
      "R118", "It sends a token again after insufficient_scope."),
    Name.invalidRequestRetried.breaks("R119", "It repeats a request after invalid_request."),
    Name.md5DigestUsed.breaks(
      "R070", "It answers a Digest challenge with MD5 before one with SHA-256."),
    Name.basicAfterAcceptedDigest.breaks(
      "R148",
      "It sends the password in clear text if a server that accepted Digest offers only Basic."),
    Name.schemesNotRestricted.breaks("R066", "It uses a scheme that its session does not allow."),
    Name.basicAlwaysUnasked.breaks("R012", "It sends Basic without a challenge."),
    Name.bearerTakenForBasic.breaks("R121", "It answers a Bearer challenge with Basic."),
    Name.digestTakenForBasic.breaks("R012", "It answers a Digest challenge with Basic."),
    Name.unusableDigestIsBasic.breaks(
      "R066", "It answers a Digest challenge that it cannot use with Basic."),
    Name.basicAfterRefusedDigest.breaks("R111", "It tries Basic after Digest was refused."),
    Name.notSentThoughTold.breaks(
      "R062", "It waits for a challenge although it is set to send credentials preemptively."),
    Name.refusedRepeated.breaks("R027", "It sends refused credentials again."),
    Name.refusedTokenTriedInOtherRealms.breaks(
      "R117", "It tries a refused token again for another realm."),
    Name.refusedNotForgotten.breaks(
      "R136", "It continues to send remembered credentials that were refused."),
    Name.roundsNotBounded.breaks("R026", "It answers new challenges without limit.", hangs: true),
    Name.challengeOnAnyStatusAnswered.breaks("R028", "It answers a challenge on any status."),
    Name.challengeOnForbiddenAnswered.breaks("R028", "It answers a challenge on a 403."),
    Name.challengeOnRedirectAnswered.breaks("R028", "It answers a challenge on a redirect."),
    Name.interimChallengeTaken.breaks("R039", "It answers a challenge in an interim response."),
    Name.trailersTaken.breaks("R040", "It answers a challenge in a trailer section."),
    Name.eitherChallengeFieldTaken.breaks(
      "R030", "It answers either challenge field on either status."),
    Name.forbiddenRetried.breaks(
      "R029", "It repeats a request with the same credentials after a 403."),
    Name.hangsWithoutChallenge.breaks(
      "R024", "It never ends a request after a 401 without a challenge.", hangs: true),
    Name.refusalTakenForSuccess.breaks("R025", "It delivers a 401 as a 200."),
    Name.firstStatusDelivered.breaks(
      "R026", "It delivers the status of the first response instead of the last."),
    Name.firstFieldsDelivered.breaks(
      "R025", "It delivers the header fields of the first 401 instead of the last response's."),
    Name.asksBeforeUsingGiven.breaks("R133", "It asks the user although it has a login."),
    Name.asksAgainAfterCancel.breaks(
      "R026", "It asks the user once more than necessary, even after the user cancelled."),
    Name.asksForNoReason.breaks("R162", "It asks the user after each accepted request."),
    Name.usersAnswerStale.breaks(
      "R164", "It asks the user again if the nonce became stale during the prompt."),
    Name.applicationBasicTakenForBasic.breaks(
      "R011", "It ignores the word Application and answers the Basic after it."),
    Name.callersKeyBringsLogin.breaks(
      "R021", "It sends Basic without a challenge beside the caller's own key field."),
    Name.asksThoughItMayNot.breaks(
      "R162", "It asks the user although its session does not allow that."),
    Name.liesAboutTarget.breaks(
      "R160", "It asks for a proxy's login as an origin's and the reverse."),
    Name.liesAboutServer.breaks(
      "R160", "When it asks, it names another server than the one that challenged."),
    Name.liesAboutPath.breaks(
      "R160", "When it asks, it names another path than the one that was challenged."),
    Name.liesAboutRealm.breaks("R160", "When it asks, it shows its own text instead of the realm."),
    Name.liesAboutScheme.breaks(
      "R160", "When it asks, it names another scheme than the challenge's."),
    Name.failuresCountedFromOne.breaks(
      "R161", "It reports a refused login before it has sent any."),
    Name.failuresNotCounted.breaks("R161", "It never reports a refused login."),
    Name.acceptedLoginsForgotten.breaks(
      "R105", "It asks again for a realm that it has a login for."),
    Name.asksWithoutAnyLogin.breaks(
      "R162", "It asks the user if it has no login, although its session does not allow that."),
    Name.basicNotSentThoughTold.breaks(
      "R062", "It waits for a challenge although it is set to send Basic preemptively."),
    Name.refusedRepeatedWithPOST.breaks("R027", "It sends refused credentials again with a POST."),
  ]
}
