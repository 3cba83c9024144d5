// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Digest credentials.
  static let digestCredentials: [Fault] = [
    Name.ncNotRaised.breaks("R086", "It sends the same nonce count with each request."),
    Name.ncNotRaisedAtOnce.breaks(
      "R137", "It sends the same nonce count with concurrent requests."),
    Name.colonInDigestUserSent.breaks("R104", "It sends a user name with a colon with Digest."),
    Name.ncByTwo.breaks("R086", "It increases the nonce count by two."),
    Name.ncFromZero.breaks("R086", "It counts a nonce from zero."),
    Name.ncUpperCase.breaks("R086", "It writes the nonce count with upper-case digits."),
    Name.ncNotPadded.breaks("R086", "It writes the nonce count without leading zeros."),
    Name.ncQuoted.breaks("R095", "It quotes nc."),
    Name.countNotReset.breaks("R087", "It continues the count with a new nonce of another server."),
    Name.countsShared.breaks("R034", "It uses one count for origin and proxy."),
    Name.clientNonceConstant.breaks("R089", "It always sends the same cnonce."),
    Name.clientNonceNotSeeded.breaks(
      "R089",
      "It takes its cnonces from an unseeded generator, so that each client sends the same "
        + "series."),
    Name.cnonceLeftOut.breaks("R075", "It sends no cnonce although qop was offered."),
    Name.ncWithoutQop.breaks("R076", "It sends nc although no qop was offered."),
    Name.qopLeftOutOfHash.breaks("R091", "It omits nonce count, cnonce and qop from the hash."),
    Name.qopQuoted.breaks("R095", "It quotes qop."),
    Name.opaqueDropped.breaks("R077", "It does not send opaque back."),
    Name.emptyOpaqueDropped.breaks("R077", "It does not send an empty opaque back."),
    Name.opaqueInvented.breaks("R077", "It sends an opaque although there was none."),
    Name.algorithmQuoted.breaks("R095", "It quotes algorithm."),
    Name.algorithmLeftOut.breaks("R078", "It omits algorithm."),
    Name.backslashesNotEscaped.breaks("R096", "It does not escape backslashes."),
    Name.realmEscapedInHash.breaks("R096", "It hashes the realm with its escapes."),
    Name.valuesNotQuoted.breaks("R094", "It quotes only the user name."),
    Name.userNotQuoted.breaks("R094", "It does not quote the user name."),
    Name.responseUpperCase.breaks("R098", "It writes the response with upper-case digits."),
    Name.methodAlwaysGET.breaks("R091", "It hashes GET for any method."),
    Name.codedBodyHashed.breaks("R091", "It hashes the chunked body for auth-int."),
    Name.sessionKeyMadeAnew.breaks(
      "R090", "It computes the key of a session again with the cnonce of each request."),
    Name.uriWithoutQuery.breaks("R092", "It omits the query from uri."),
    Name.uriDecoded.breaks("R093", "It percent-decodes uri."),
    Name.uriLowerCase.breaks("R092", "It changes uri to lower case."),
    Name.uriOfFirstHop.breaks("R050", "It keeps the first uri after a redirect."),
    Name.userNamesTwice.breaks("R099", "It sends username and username* together."),
    Name.rspauthNotChecked.breaks("R108", "It does not check rspauth."),
    Name.rspauthWithMethod.breaks("R108", "It expects rspauth to cover the method."),
    Name.firstNonceRemembered.breaks(
      "R087", "It remembers the first nonce of a realm, not the last."),
    Name.secondInfoLineIgnored.breaks(
      "R088", "It reads only the first line of Authentication-Info."),
    Name.infoAfterBasicHeeded.breaks("R110", "It uses Authentication-Info after Basic."),
    Name.algorithmLeftOutOfLongSession.breaks(
      "R078", "It omits algorithm if it is SHA-512-256-sess."),
    Name.opaqueNotQuotedAfterBareQop.breaks(
      "R094", "It sends opaque without quotes if the challenge has qop without quotes."),
    Name.opaqueTwiceAfterBareQop.breaks(
      "R097", "It sends opaque twice if the challenge has qop without quotes."),
    Name.proxyDomainElsewhereLosesQop.breaks(
      "R107", "It omits qop if the domain of a proxy's challenge names another host."),
    Name.responseUpperCaseInLongSession.breaks(
      "R098", "It writes the response in upper case if the algorithm is SHA-512-256-sess."),
    Name.semicolonsAfterBareQop.breaks(
      "R140",
      "It separates parameters by semicolons if the challenge has qop without quotes and "
        + "an opaque."),
    Name.unknownInfoRefused.breaks(
      "R109", "It does not trust a response whose Authentication-Info has an unknown parameter."),
  ]
}
