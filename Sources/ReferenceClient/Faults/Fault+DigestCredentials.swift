// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Digest credentials.
  static let digestCredentials: [Fault] = [
    Fault(.ncNotRaised, "R086", "It sends the same nonce count with each request."),
    Fault(
      .ncNotRaisedAtOnce, "R137",
      "It sends the same nonce count with concurrent requests."),
    Fault(.colonInDigestUserSent, "R104", "It sends a user name with a colon with Digest."),
    Fault(
      .proxyDigestWithoutQop, "R107",
      "It answers a proxy's Digest challenge as if no qop had been offered."),
    Fault(.ncByTwo, "R086", "It increases the nonce count by two."),
    Fault(.ncFromZero, "R086", "It counts a nonce from zero."),
    Fault(.ncDecimal, "R086", "It writes the nonce count with decimal digits."),
    Fault(.ncUpperCase, "R086", "It writes the nonce count with upper-case digits."),
    Fault(.ncNotPadded, "R086", "It writes the nonce count without leading zeros."),
    Fault(.ncQuoted, "R095", "It quotes nc."),
    Fault(
      .countNotReset, "R087", "It continues the count with a new nonce of another server."),
    Fault(.countsShared, "R034", "It uses one count for origin and proxy."),
    Fault(.clientNonceConstant, "R089", "It always sends the same cnonce."),
    Fault(.clientNonceCounted, "R089", "It counts its cnonces up from a fixed number."),
    Fault(
      .clientNonceNotSeeded, "R089",
      "It takes its cnonces from an unseeded generator, so that each client sends the same "
        + "series."
    ),
    Fault(.clientNonceOfClock, "R089", "It uses the time as a cnonce."),
    Fault(.clientNonceOfFewOctets, "R089", "It makes its cnonces of two different letters."),
    Fault(.clientNonceShort, "R089", "It sends a cnonce of eight bits."),
    Fault(.cnonceLeftOut, "R075", "It sends no cnonce although qop was offered."),
    Fault(.cnonceNotQuoted, "R140", "It sends cnonce without quotes."),
    Fault(.cnonceWithoutQop, "R076", "It sends cnonce although no qop was offered."),
    Fault(.ncWithoutQop, "R076", "It sends nc although no qop was offered."),
    Fault(.qopLeftOut, "R075", "It omits qop from the field but not from the hash."),
    Fault(.qopLeftOutOfHash, "R091", "It omits nonce count, cnonce and qop from the hash."),
    Fault(.qopQuoted, "R095", "It quotes qop."),
    Fault(.opaqueDropped, "R077", "It does not send opaque back."),
    Fault(.emptyOpaqueDropped, "R077", "It does not send an empty opaque back."),
    Fault(.opaqueFolded, "R077", "It sends opaque back in lower case."),
    Fault(.opaqueInvented, "R077", "It sends an opaque although there was none."),
    Fault(.algorithmQuoted, "R095", "It quotes algorithm."),
    Fault(.algorithmLeftOut, "R078", "It omits algorithm."),
    Fault(.algorithmAlwaysMD5, "R078", "It always names MD5 as the algorithm."),
    Fault(
      .algorithmInvented, "R068",
      "It names an algorithm although the challenge named none, and not the one it used."),
    Fault(.quotesNotEscaped, "R096", "It escapes neither quotes nor backslashes."),
    Fault(.backslashesNotEscaped, "R096", "It does not escape backslashes."),
    Fault(.realmEscapedInHash, "R096", "It hashes the realm with its escapes."),
    Fault(.valuesNotQuoted, "R094", "It quotes only the user name."),
    Fault(.userNotQuoted, "R094", "It does not quote the user name."),
    Fault(.nonceNotQuoted, "R094", "It does not quote the nonce."),
    Fault(.nonceTwice, "R097", "It sends nonce twice."),
    Fault(.semicolonsBetween, "R140", "It separates parameters with semicolons."),
    Fault(.responseUpperCase, "R098", "It writes the response with upper-case digits."),
    Fault(.methodAlwaysGET, "R091", "It hashes GET for any method."),
    Fault(.bodyHashedEmpty, "R091", "It hashes an empty body for auth-int."),
    Fault(.codedBodyHashed, "R091", "It hashes the chunked body for auth-int."),
    Fault(
      .sessionKeyMadeAnew, "R090",
      "It computes the key of a session again with the cnonce of each request."),
    Fault(
      .sessionKeyNotHashed, "R090",
      "It does not hash user name, realm and password for the key of a session."),
    Fault(
      .sessionKeyWithoutNonces, "R090",
      "It computes the key of a session without nonce and cnonce."),
    Fault(.uriWithoutQuery, "R092", "It omits the query from uri."),
    Fault(.uriWithUserinfo, "R049", "It puts user information into uri."),
    Fault(.uriDecoded, "R093", "It percent-decodes uri."),
    Fault(.uriLowerCase, "R092", "It changes uri to lower case."),
    Fault(.uriOfConnectIsPath, "R092", "It sends the path as uri with CONNECT."),
    Fault(.uriOfFirstHop, "R050", "It keeps the first uri after a redirect."),
    Fault(.userhashInA1, "R101", "It uses the hashed user name in A1."),
    Fault(.userhashNotTold, "R101", "It hashes the user name and does not send userhash=true."),
    Fault(.userNamesTwice, "R099", "It sends username and username* together."),
    Fault(.rspauthNotChecked, "R108", "It does not check rspauth."),
    Fault(.rspauthByCase, "R108", "It refuses an rspauth in upper case."),
    Fault(.rspauthWithMethod, "R108", "It expects rspauth to cover the method."),
    Fault(.nextNonceIgnored, "R088", "It does not use nextnonce."),
    Fault(
      .firstNonceRemembered, "R087", "It remembers the first nonce of a realm, not the last."),
    Fault(.secondInfoLineIgnored, "R088", "It reads only the first line of Authentication-Info."),
    Fault(.infoAfterBasicHeeded, "R110", "It uses Authentication-Info after Basic."),
    Fault(
      .algorithmLeftOutOfLongSession, "R078",
      "It omits algorithm if it is SHA-512-256-sess."),
    Fault(
      .opaqueNotQuotedAfterBareQop, "R094",
      "It sends opaque without quotes if the challenge has qop without quotes."),
    Fault(
      .opaqueTwiceAfterBareQop, "R097",
      "It sends opaque twice if the challenge has qop without quotes."),
    Fault(
      .proxyDomainElsewhereLosesQop, "R107",
      "It omits qop if the domain of a proxy's challenge names another host."),
    Fault(.qopLeftOutWithAuthInt, "R075", "It omits qop if it is auth-int."),
    Fault(
      .responseUpperCaseInLongSession, "R098",
      "It writes the response in upper case if the algorithm is SHA-512-256-sess."),
    Fault(
      .semicolonsAfterBareQop, "R140",
      "It separates parameters by semicolons if the challenge has qop without quotes and "
        + "an opaque."
    ),
    Fault(
      .unknownInfoRefused, "R109",
      "It does not trust a response whose Authentication-Info has an unknown parameter."
    ),
  ]
}
