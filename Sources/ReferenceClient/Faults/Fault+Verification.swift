// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in verifying servers with TLS.
  static let verification: [Fault] = [
    Fault(
      .commonNameTaken, "R215",
      "It takes the Common Name of a certificate for a name of the server."),
    Fault(
      .commonNameWithoutOthersTaken, "R215",
      "It takes the Common Name of a certificate that has no other names."),
    Fault(
      .constrainedIssuersRefused, "R251",
      "It refuses every certificate whose issuer has name constraints."),
    Fault(
      .constrainedNamesByCase, "R251",
      "It finds a name in capitals outside of the names that an issuer may have."),
    Fault(
      .constrainedNamesBySuffix, "R250",
      "It takes any name that ends like a permitted one for a permitted one."),
    Fault(
      .criticalExtensionsIgnored, "R238",
      "It accepts a certificate with a critical extension that it does not know."),
    Fault(
      .datesOfIssuersIgnored, "R212",
      "It accepts a certificate whose intermediate issuer has expired."),
    Fault(
      .excludedNamesIgnored, "R250",
      "It accepts a certificate for a name that its issuer's constraints exclude."),
    Fault(.expiredAccepted, "R212", "It accepts certificates that have expired."),
    Fault(
      .extendedKeyUsageIgnored, "R216",
      "It accepts a certificate for clients from a server."),
    Fault(.hostNotChecked, "R211", "It accepts a certificate for whatever host."),
    Fault(
      .hostOfFirstConnectionOnlyChecked, "R211",
      "It compares the host with the certificate of its first connection only."),
    Fault(
      .hostOfFirstHopChecked, "R211",
      "After a redirect it looks in the certificate for the host of the first URL."),
    Fault(
      .hostOfProxyCheckedForOrigin, "R211",
      "In a tunnel it looks in the origin's certificate for the host of the proxy."),
    Fault(
      .hostOfProxyNotChecked, "R210", "It accepts a proxy's certificate for whatever host."),
    Fault(
      .intermediatesIgnored, "R213",
      "It looks for the issuer of a certificate among its trust anchors only."),
    Fault(
      .issuerWithoutAuthorityAccepted, "R213",
      "It accepts a certificate whose issuer may not issue certificates."),
    Fault(
      .keyUsageIgnored, "R216",
      "It accepts a handshake signed by a key that may sign certificates only."),
    Fault(
      .keyUsageOfIssuersIgnored, "R213",
      "It accepts a certificate whose issuer's key may not sign certificates."),
    Fault(
      .leafAnchorRefused, "R218",
      "It refuses a self-signed certificate that is a configured trust anchor."),
    Fault(.md5Accepted, "R234", "It accepts certificates whose signature has an MD5 hash."),
    Fault(
      .nameConstraintsIgnored, "R250",
      "It accepts a certificate for a name that its issuer may not certify."),
    Fault(
      .nameCutAtNUL, "R211",
      "It reads a name of a certificate up to its first NUL."),
    Fault(
      .nameTakenForAddress, "R214",
      "It takes a dNSName that looks like an address for that address."),
    Fault(
      .namesOfCertificatesByCase, "R211",
      "It refuses a certificate that has the host's name in capitals."),
    Fault(
      .notYetValidAccepted, "R212", "It accepts certificates before their time has begun."),
    Fault(
      .parentNameTaken, "R211",
      "It takes a certificate for a domain as one for all hosts below it."),
    Fault(
      .pathLengthIgnored, "R213",
      "It accepts more intermediate certificates than an issuer allows below it."),
    Fault(.pinComparedAfterRequest, "R219", "It compares a pin once the response has come."),
    Fault(.pinIgnored, "R219", "It ignores pins."),
    Fault(
      .pinOfLastCertificateCompared, "R219",
      "It compares a pin with the key of the trust anchor only."),
    Fault(
      .pinOfWholeCertificateCompared, "R219",
      "It compares a pin with the hash of the whole certificate."),
    Fault(
      .pinOnFirstConnectionOnly, "R219", "It compares a pin on its first connection only."),
    Fault(
      .pinsOfEveryServerTaken, "R219",
      "It accepts the key that is pinned for another server."),
    Fault(.proxyNotVerified, "R210", "It does not verify a proxy with TLS."),
    Fault(.replacedAnchorsKept, "R218", "It goes on trusting what the caller has replaced."),
    Fault(.replacedPinsKept, "R219", "It goes on using pins that the caller has replaced."),
    Fault(
      .requestSentBeforeVerification, "R210",
      "It sends the request before it has verified the server."),
    Fault(
      .revocationIgnored, "R249",
      "It accepts a certificate that the list of revoked ones names."),
    Fault(
      .selfSignedAccepted, "R213",
      "It accepts a self-signed certificate that nobody told it to trust."),
    Fault(
      .serverThatRefusesToResumeAccepted, "R210",
      "It does not verify a server that resumes no session."),
    Fault(
      .sessionOfAnotherHostResumed, "R253",
      "It resumes a session with a server whose certificate was for another host."),
    Fault(
      .sessionOfAnotherNameResumed, "R254",
      "It resumes a session under another name of its certificate."),
    Fault(
      .sessionOfProxyResumed, "R211",
      "It resumes the session of its proxy with the origin server in the tunnel."),
    Fault(
      .sessionOfRefusedServerKept, "R210",
      "It keeps the session of a server that it refuses, and resumes it."),
    Fault(
      .sessionOutlivesItsAnchors, "R218",
      "It resumes a session with a server that it no longer trusts."),
    Fault(
      .sessionOutlivesItsPin, "R219",
      "It resumes a session with a server whose key is no longer pinned."),
    Fault(.sha1Accepted, "R235", "It accepts certificates whose signature has a SHA-1 hash."),
    Fault(
      .signatureOfNextCertificateTaken, "R217",
      "It accepts a handshake that was signed with the key of the next certificate sent."),
    Fault(
      .uLabelsCompared, "R252",
      "It compares the letters of the URL's host with a certificate, without A-labels."),
    Fault(
      .uLabelsOfCertificatesConverted, "R252",
      "It takes letters outside of ASCII in a certificate's name for its A-labels."),
    Fault(
      .unknownIssuerAccepted, "R213",
      "It accepts a certificate whose issuer it does not know."),
    Fault(
      .verificationOffAfterRedirect, "R210", "It verifies no server that a redirect led to."),
    Fault(
      .verificationOffInTunnel, "R210", "It does not verify the origin server in a tunnel."),
    Fault(
      .verificationOffOnceRefused, "R210",
      "It makes a request again without verification if the server was refused."),
    Fault(.weakKeyAccepted, "R236", "It accepts certificates with a weak key."),
    Fault(.wildcardForAddress, "R214", "It compares a wildcard with an address."),
    Fault(.wildcardForItsParent, "R211", "It takes a wildcard for the domain above as well."),
    Fault(.wildcardOverDots, "R211", "It takes a wildcard for several labels."),
    Fault(
      .wildcardsAnywhere, "R211", "It takes a wildcard within a label, and in any label."),
  ]
}
