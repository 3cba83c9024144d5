extension Fault {
  /// Faults in Digest credentials.
  static let digestCredentials: [Fault] = [
    Fault(.ncNotRaised, "R086", "It sends the same nonce count with each request."),
    Fault(
      .ncNotRaisedAtOnce, "R137",
      "It sends the same nonce count with requests that it makes at once."),
    Fault(.colonInDigestUserSent, "R104", "It sends a user name with a colon with Digest."),
    Fault(
      .proxyDigestWithoutQop, "R107",
      "It answers a proxy's Digest as if no qop had been offered."),
    Fault(.ncByTwo, "R086", "It raises the nonce count by two."),
    Fault(.ncFromZero, "R086", "It counts a nonce from zero."),
    Fault(.ncDecimal, "R086", "It writes the nonce count with decimal digits."),
    Fault(.ncUpperCase, "R086", "It writes the nonce count with upper-case digits."),
    Fault(.ncNotPadded, "R086", "It writes the nonce count without leading zeros."),
    Fault(.ncQuoted, "R095", "It quotes nc."),
    Fault(
      .countNotReset, "R087", "It goes on counting when the nonce is new, and the server another."),
    Fault(.countsShared, "R034", "It counts for origin and proxy together."),
    Fault(.clientNonceConstant, "R089", "It always sends the same cnonce."),
    Fault(.clientNonceCounted, "R089", "It counts its cnonces up from a fixed number."),
    Fault(
      .clientNonceNotSeeded, "R089",
      "It draws its cnonces from a generator that is not seeded, so that each client sends the same series."
    ),
    Fault(.clientNonceOfClock, "R089", "It takes the time for a cnonce."),
    Fault(.clientNonceOfFewOctets, "R089", "It makes its cnonces of two different letters."),
    Fault(.clientNonceShort, "R089", "It sends a cnonce of eight bits."),
    Fault(.cnonceLeftOut, "R075", "It sends no cnonce though qop was offered."),
    Fault(.cnonceNotQuoted, "R140", "It sends cnonce without quotes."),
    Fault(.cnonceWithoutQop, "R076", "It sends cnonce though no qop was offered."),
    Fault(.ncWithoutQop, "R076", "It sends nc though no qop was offered."),
    Fault(.qopLeftOut, "R075", "It leaves qop out of the field but not out of the hash."),
    Fault(.qopLeftOutOfHash, "R091", "It leaves nonce count, cnonce and qop out of the hash."),
    Fault(.qopQuoted, "R095", "It quotes qop."),
    Fault(.opaqueDropped, "R077", "It does not send opaque back."),
    Fault(.emptyOpaqueDropped, "R077", "It does not send an empty opaque back."),
    Fault(.opaqueFolded, "R077", "It sends opaque back in lower case."),
    Fault(.opaqueInvented, "R077", "It sends an opaque though there was none."),
    Fault(.algorithmQuoted, "R095", "It quotes algorithm."),
    Fault(.algorithmLeftOut, "R078", "It leaves algorithm out."),
    Fault(.algorithmAlwaysMD5, "R078", "It always says that it used MD5."),
    Fault(
      .algorithmInvented, "R068",
      "It names an algorithm though the challenge named none, and not the one it used."),
    Fault(.quotesNotEscaped, "R096", "It escapes neither quotes nor backslashes."),
    Fault(.backslashesNotEscaped, "R096", "It does not escape backslashes."),
    Fault(.realmEscapedInHash, "R096", "It hashes the realm with its escapes."),
    Fault(.valuesNotQuoted, "R094", "It quotes nothing but the user name."),
    Fault(.userNotQuoted, "R094", "It does not quote the user name."),
    Fault(.nonceNotQuoted, "R094", "It does not quote the nonce."),
    Fault(.nonceTwice, "R097", "It sends nonce twice."),
    Fault(.semicolonsBetween, "R140", "It separates parameters with semicolons."),
    Fault(.responseUpperCase, "R098", "It writes the response with upper-case digits."),
    Fault(.methodAlwaysGET, "R091", "It hashes GET whatever the method is."),
    Fault(.bodyHashedEmpty, "R091", "It hashes an empty body for auth-int."),
    Fault(.codedBodyHashed, "R091", "It hashes the chunked coding of the body for auth-int."),
    Fault(
      .sessionKeyMadeAnew, "R090",
      "It makes the key of a session anew with the cnonce of each request."),
    Fault(
      .sessionKeyNotHashed, "R090",
      "It does not hash user, realm and password for the key of a session."),
    Fault(
      .sessionKeyWithoutNonces, "R090",
      "It makes the key of a session without nonce and cnonce."),
    Fault(.uriWithoutQuery, "R092", "It leaves the query out of uri."),
    Fault(.uriWithUserinfo, "R049", "It puts user information into uri."),
    Fault(.uriDecoded, "R093", "It undoes percent-encoding in uri."),
    Fault(.uriLowerCase, "R092", "It turns uri into lower case."),
    Fault(.uriOfConnectIsPath, "R092", "It names the path in uri when it sends CONNECT."),
    Fault(.uriOfFirstHop, "R050", "It keeps the first uri after a redirect."),
    Fault(.userhashInA1, "R101", "It uses the hashed user name in A1."),
    Fault(.userhashNotTold, "R101", "It hashes the user name and does not say so."),
    Fault(.userNamesTwice, "R099", "It sends username and username* together."),
    Fault(.rspauthNotChecked, "R108", "It does not check rspauth."),
    Fault(.rspauthByCase, "R108", "It refuses an rspauth in upper case."),
    Fault(.rspauthWithMethod, "R108", "It expects rspauth to cover the method."),
    Fault(.nextNonceIgnored, "R088", "It does not use nextnonce."),
    Fault(
      .firstNonceRemembered, "R087", "It remembers the first nonce of a realm, not the last."),
    Fault(.secondInfoLineIgnored, "R088", "It reads only the first line of Authentication-Info."),
    Fault(.infoAfterBasicHeeded, "R110", "It heeds Authentication-Info after Basic."),
    Fault(
      .algorithmLeftOutOfLongSession, "R078",
      "It leaves algorithm out where it is SHA-512-256-sess."),
    Fault(
      .opaqueNotQuotedAfterBareQop, "R094",
      "It sends opaque without quotes where the challenge has qop without quotes."),
    Fault(
      .opaqueTwiceAfterBareQop, "R097",
      "It sends opaque twice where the challenge has qop without quotes."),
    Fault(
      .proxyDomainElsewhereLosesQop, "R107",
      "It leaves qop out of its answer to a proxy's challenge whose domain names another host."),
    Fault(.qopLeftOutWithAuthInt, "R075", "It leaves qop out where it is auth-int."),
    Fault(
      .responseUpperCaseInLongSession, "R098",
      "It writes the response in capitals where the algorithm is SHA-512-256-sess."),
    Fault(
      .semicolonsAfterBareQop, "R140",
      "It puts semicolons between parameters where the challenge has qop without quotes and an opaque."
    ),
    Fault(
      .unknownInfoRefused, "R109",
      "It does not trust a response whose Authentication-Info has a parameter that it does not know."
    ),
  ]
}
