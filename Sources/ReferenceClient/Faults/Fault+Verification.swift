// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in verifying servers with TLS.
  static let verification: [Fault] = [
    Name.commonNameTaken.breaks(
      "R215", "It takes the Common Name of a certificate for a name of the server."),
    Name.commonNameWithoutOthersTaken.breaks(
      "R215", "It takes the Common Name of a certificate that has no other names."),
    Name.constrainedNamesByCase.breaks(
      "R251", "It finds a name in capitals outside of the names that an issuer may have."),
    Name.criticalExtensionsIgnored.breaks(
      "R238", "It accepts a certificate with a critical extension that it does not know."),
    Name.datesOfIssuersIgnored.breaks(
      "R212", "It accepts a certificate whose intermediate issuer has expired."),
    Name.excludedNamesIgnored.breaks(
      "R250", "It accepts a certificate for a name that its issuer's constraints exclude."),
    Name.expiredAccepted.breaks("R212", "It accepts certificates that have expired."),
    Name.extendedKeyUsageIgnored.breaks(
      "R216", "It accepts a certificate for clients from a server."),
    Name.hostNotChecked.breaks("R211", "It accepts a certificate for any host."),
    Name.hostOfFirstConnectionOnlyChecked.breaks(
      "R211", "It compares the host with the certificate of its first connection only."),
    Name.hostOfFirstHopChecked.breaks(
      "R211", "After a redirect it looks in the certificate for the host of the first URL."),
    Name.hostOfProxyCheckedForOrigin.breaks(
      "R211", "In a tunnel it looks in the origin's certificate for the host of the proxy."),
    Name.hostOfProxyNotChecked.breaks(
      "R210", "It accepts a proxy's certificate for any host."),
    Name.intermediatesIgnored.breaks(
      "R213", "It looks for the issuer of a certificate among its trust anchors only."),
    Name.issuerWithoutAuthorityAccepted.breaks(
      "R213", "It accepts a certificate whose issuer may not issue certificates."),
    Name.keyUsageIgnored.breaks(
      "R256", "It accepts a handshake signed by a key that may sign certificates only."),
    Name.keyUsageOfIssuersIgnored.breaks(
      "R213", "It accepts a certificate whose issuer's key may not sign certificates."),
    Name.leafAnchorRefused.breaks(
      "R218", "It refuses a self-signed certificate that is a configured trust anchor."),
    Name.md5Accepted.breaks("R234", "It accepts certificates whose signature has an MD5 hash."),
    Name.nameConstraintsIgnored.breaks(
      "R250", "It accepts a certificate for a name that its issuer may not certify."),
    Name.nameCutAtNUL.breaks("R211", "It reads a name of a certificate up to its first NUL."),
    Name.nameTakenForAddress.breaks(
      "R214", "It takes a dNSName that looks like an address for that address."),
    Name.namesOfCertificatesByCase.breaks(
      "R211", "It refuses a certificate that has the host's name in capitals."),
    Name.notYetValidAccepted.breaks("R212", "It accepts certificates before their time has begun."),
    Name.parentNameTaken.breaks(
      "R211", "It takes a certificate for a domain as one for all hosts below it."),
    Name.pathLengthIgnored.breaks(
      "R213", "It accepts more intermediate certificates than an issuer allows below it."),
    Name.pinComparedAfterRequest.breaks("R219", "It compares a pin once the response has come."),
    Name.pinIgnored.breaks("R219", "It ignores pins."),
    Name.pinOfLastCertificateCompared.breaks(
      "R219", "It compares a pin with the key of the trust anchor only."),
    Name.pinOfWholeCertificateCompared.breaks(
      "R219", "It compares a pin with the hash of the whole certificate."),
    Name.pinOnFirstConnectionOnly.breaks("R219", "It compares a pin on its first connection only."),
    Name.pinsOfEveryServerTaken.breaks(
      "R219", "It accepts the key that is pinned for another server."),
    Name.proxyNotVerified.breaks("R210", "It does not verify a proxy with TLS."),
    Name.replacedAnchorsKept.breaks("R218", "It goes on trusting what the caller has replaced."),
    Name.replacedPinsKept.breaks("R219", "It goes on using pins that the caller has replaced."),
    Name.requestSentBeforeVerification.breaks(
      "R210", "It sends the request before it has verified the server."),
    Name.revocationIgnored.breaks(
      "R249", "It accepts a certificate that the list of revoked ones names."),
    Name.selfSignedAccepted.breaks(
      "R213", "It accepts a self-signed certificate that nobody told it to trust."),
    Name.serverThatRefusesToResumeAccepted.breaks(
      "R210", "It does not verify a server that resumes no session."),
    Name.sessionOfAnotherHostResumed.breaks(
      "R253", "It resumes a session with a server whose certificate was for another host."),
    Name.sessionOfAnotherNameResumed.breaks(
      "R254", "It resumes a session under another name of its certificate."),
    Name.sessionOfRefusedServerKept.breaks(
      "R210", "It keeps the session of a server that it refuses, and resumes it."),
    Name.sessionOutlivesItsAnchors.breaks(
      "R218", "It resumes a session with a server that it no longer trusts."),
    Name.sessionOutlivesItsPin.breaks(
      "R219", "It resumes a session with a server whose key is no longer pinned."),
    Name.sha1Accepted.breaks("R235", "It accepts certificates whose signature has a SHA-1 hash."),
    Name.signatureOfNextCertificateTaken.breaks(
      "R217", "It accepts a handshake that was signed with the key of the next certificate sent."),
    Name.uLabelsCompared.breaks(
      "R252", "It compares the letters of the URL's host with a certificate, without A-labels."),
    Name.uLabelsOfCertificatesConverted.breaks(
      "R252", "It takes letters outside of ASCII in a certificate's name for its A-labels."),
    Name.unknownIssuerAccepted.breaks(
      "R213", "It accepts a certificate whose issuer it does not know."),
    Name.verificationOffAfterRedirect.breaks(
      "R210", "It verifies no server that a redirect led to."),
    Name.verificationOffInTunnel.breaks(
      "R210", "It does not verify the origin server in a tunnel."),
    Name.verificationOffOnceRefused.breaks(
      "R210", "It makes a request again without verification if the server was refused."),
    Name.weakKeyAccepted.breaks("R236", "It accepts certificates with a weak key."),
    Name.wildcardForAddress.breaks("R214", "It compares a wildcard with an address."),
    Name.wildcardForItsParent.breaks("R255", "It takes a wildcard for the domain above as well."),
    Name.wildcardOverDots.breaks("R255", "It takes a wildcard for several labels."),
    Name.wildcardsAnywhere.breaks("R255", "It takes a wildcard within a label, and in any label."),
  ]
}
