// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Digest credentials.
  static let digestCredentials: [Fault] = [
    Name.ncNotRaised.breaks("R086", "It sends the same nonce count with each request."),
    Name.ncNotRaisedAtOnce.breaks(
      "R137", "It sends the same nonce count with concurrent requests."),
    Name.colonInDigestUserSent.breaks("R104", "It sends a user name with a colon with Digest."),
    Name.proxyDigestWithoutQop.breaks(
      "R107", "It answers a proxy's Digest challenge as if no qop had been offered."),
    Name.ncByTwo.breaks("R086", "It increases the nonce count by two."),
    Name.ncFromZero.breaks("R086", "It counts a nonce from zero."),
    Name.ncDecimal.breaks("R086", "It writes the nonce count with decimal digits."),
    Name.ncUpperCase.breaks("R086", "It writes the nonce count with upper-case digits."),
    Name.ncNotPadded.breaks("R086", "It writes the nonce count without leading zeros."),
    Name.ncQuoted.breaks("R095", "It quotes nc."),
    Name.countNotReset.breaks("R087", "It continues the count with a new nonce of another server."),
    Name.countsShared.breaks("R034", "It uses one count for origin and proxy."),
    Name.clientNonceConstant.breaks("R089", "It always sends the same cnonce."),
    Name.clientNonceCounted.breaks("R089", "It counts its cnonces up from a fixed number."),
    Name.clientNonceNotSeeded.breaks(
      "R089",
      "It takes its cnonces from an unseeded generator, so that each client sends the same "
        + "series."),
    Name.clientNonceOfClock.breaks("R089", "It uses the time as a cnonce."),
    Name.clientNonceOfFewOctets.breaks("R089", "It makes its cnonces of two different letters."),
    Name.clientNonceShort.breaks("R089", "It sends a cnonce of eight bits."),
    Name.cnonceLeftOut.breaks("R075", "It sends no cnonce although qop was offered."),
    Name.cnonceNotQuoted.breaks("R140", "It sends cnonce without quotes."),
    Name.cnonceWithoutQop.breaks("R076", "It sends cnonce although no qop was offered."),
    Name.ncWithoutQop.breaks("R076", "It sends nc although no qop was offered."),
    Name.qopLeftOut.breaks("R075", "It omits qop from the field but not from the hash."),
    Name.qopLeftOutOfHash.breaks("R091", "It omits nonce count, cnonce and qop from the hash."),
    Name.qopQuoted.breaks("R095", "It quotes qop."),
    Name.opaqueDropped.breaks("R077", "It does not send opaque back."),
    Name.emptyOpaqueDropped.breaks("R077", "It does not send an empty opaque back."),
    Name.opaqueFolded.breaks("R077", "It sends opaque back in lower case."),
    Name.opaqueInvented.breaks("R077", "It sends an opaque although there was none."),
    Name.algorithmQuoted.breaks("R095", "It quotes algorithm."),
    Name.algorithmLeftOut.breaks("R078", "It omits algorithm."),
    Name.algorithmAlwaysMD5.breaks("R078", "It always names MD5 as the algorithm."),
    Name.algorithmInvented.breaks(
      "R068", "It names an algorithm although the challenge named none, and not the one it used."),
    Name.quotesNotEscaped.breaks("R096", "It escapes neither quotes nor backslashes."),
    Name.backslashesNotEscaped.breaks("R096", "It does not escape backslashes."),
    Name.realmEscapedInHash.breaks("R096", "It hashes the realm with its escapes."),
    Name.valuesNotQuoted.breaks("R094", "It quotes only the user name."),
    Name.userNotQuoted.breaks("R094", "It does not quote the user name."),
    Name.nonceNotQuoted.breaks("R094", "It does not quote the nonce."),
    Name.nonceTwice.breaks("R097", "It sends nonce twice."),
    Name.semicolonsBetween.breaks("R140", "It separates parameters with semicolons."),
    Name.responseUpperCase.breaks("R098", "It writes the response with upper-case digits."),
    Name.methodAlwaysGET.breaks("R091", "It hashes GET for any method."),
    Name.bodyHashedEmpty.breaks("R091", "It hashes an empty body for auth-int."),
    Name.codedBodyHashed.breaks("R091", "It hashes the chunked body for auth-int."),
    Name.sessionKeyMadeAnew.breaks(
      "R090", "It computes the key of a session again with the cnonce of each request."),
    Name.sessionKeyNotHashed.breaks(
      "R090", "It does not hash user name, realm and password for the key of a session."),
    Name.sessionKeyWithoutNonces.breaks(
      "R090", "It computes the key of a session without nonce and cnonce."),
    Name.uriWithoutQuery.breaks("R092", "It omits the query from uri."),
    Name.uriWithUserinfo.breaks("R049", "It puts user information into uri."),
    Name.uriDecoded.breaks("R093", "It percent-decodes uri."),
    Name.uriLowerCase.breaks("R092", "It changes uri to lower case."),
    Name.uriOfConnectIsPath.breaks("R092", "It sends the path as uri with CONNECT."),
    Name.uriOfFirstHop.breaks("R050", "It keeps the first uri after a redirect."),
    Name.userhashInA1.breaks("R101", "It uses the hashed user name in A1."),
    Name.userhashNotTold.breaks("R101", "It hashes the user name and does not send userhash=true."),
    Name.userNamesTwice.breaks("R099", "It sends username and username* together."),
    Name.rspauthNotChecked.breaks("R108", "It does not check rspauth."),
    Name.rspauthWithMethod.breaks("R108", "It expects rspauth to cover the method."),
    Name.nextNonceIgnored.breaks("R088", "It does not use nextnonce."),
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
    Name.qopLeftOutWithAuthInt.breaks("R075", "It omits qop if it is auth-int."),
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
