// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in NTLM, and with connections that have a login.
  static let ntlm: [Fault] = [
    Fault(
      .ntlmAbsentNameRead, "R474",
      "It reads the name of the server where message 2 says that there is none."),
    Fault(
      .ntlmBindingLeftOut, "R341",
      "Over TLS it binds an NTLM response to nothing."),
    Fault(
      .ntlmBindingWrong, "R342",
      "It binds an NTLM response to another certificate than the server's."),
    Fault(
      .ntlmBoundsIgnored, "R345",
      "It takes fields of message 2 that reach past its end for empty, and answers."),
    Fault(
      .ntlmConnectionServesAnonymous, "R346",
      "It makes requests without a login on a connection with one."),
    Fault(
      .ntlmConnectionServesAnotherUser, "R346",
      "It makes requests of one user on the connection of another."),
    Fault(
      .ntlmConnectionSharedByOrigins, "R346",
      "Behind a proxy it uses a connection with the login for one origin for all origins."),
    Fault(
      .ntlmDomainInCapitals, "R335",
      "It writes the domain in capitals into the key of NTLMv2."),
    Fault(
      .ntlmDomainOfServer, "R343",
      "It uses the domain of message 2 in place of that of the login."),
    Fault(
      .ntlmFlagsNotOffered, "R332",
      "It sets flags in message 3 that message 2 did not offer."),
    Fault(
      .ntlmLMResponseBesideTimestamp, "R471",
      "It sends an LM response, although message 2 has a timestamp."),
    Fault(
      .ntlmMessage1Repeated, "R330",
      "It answers message 2 with message 1."),
    Fault(
      .ntlmMessage3OnAnotherConnection, "R331",
      "It sends message 3 on another connection than message 1."),
    Fault(
      .ntlmMICLeftOut, "R339",
      "It sends no MIC, although message 2 has a timestamp."),
    Fault(
      .ntlmMICWithoutMessage1, "R340",
      "It makes the MIC without message 1."),
    Fault(
      .ntlmNonceIgnored, "R335",
      "It makes its response with zeros in place of the nonce."),
    Fault(
      .ntlmOctetsWidened, "R335",
      "It makes a unit of UTF-16 of each octet of the password."),
    Fault(
      .ntlmOEMForUnicode, "R332",
      "It sends names as octets where the flags say UTF-16."),
    Fault(
      .ntlmProxyConnectionShared, "R346",
      "It makes requests on a connection to a proxy that belongs to another login there."),
    Fault(
      .ntlmReservedFilled, "R473",
      "It fills the reserved octets of an NTLMv2 response."),
    Fault(
      .ntlmResponseTypeOther, "R472",
      "It writes another version than 1 into an NTLMv2 response."),
    Fault(
      .ntlmRestartsWithoutEnd, "R131",
      "It opens its login again whenever the connection is lost, without limit."),
    Fault(
      .ntlmSignatureIgnored, "R345",
      "It answers a message 2 that is none of NTLM."),
    Fault(
      .ntlmTargetInformationLeftOut, "R336",
      "It does not return the target information."),
    Fault(
      .ntlmTargetInformationReordered, "R336",
      "It returns the target information in another order."),
    Fault(
      .ntlmTimestampIgnored, "R337",
      "It uses its own time, although message 2 has a timestamp."),
    Fault(
      .ntlmTypeIgnored, "R345",
      "It answers a message of another type as a message 2."),
    Fault(
      .ntlmUserAsItIs, "R335",
      "It writes the user name without capitals into the key of NTLMv2."),
    Fault(
      .ntlmV1Sent, "R334",
      "It proves its password by NTLMv1."),
    Fault(
      .ntlmV1WithoutTargetInformation, "R334",
      "It proves its password by NTLMv1 if message 2 has no target information."),
    Fault(
      .ntlmCrashesOnStrangeMessage2, "R129",
      "It crashes on a message 2 that cannot be read."),
    Fault(
      .ntlmMessage2OfAnotherRequest, "R330",
      "Of requests at once it answers the message 2 that came to another."),
    Fault(
      .ntlmLaterChallengeNotAnswered, "R127",
      "It delivers the refusal if a connection with a login is challenged again."),
    Fault(
      .ntlmMessage2Remembered, "R331",
      "It answers an earlier message 2 on a new connection, without message 1."),
    Fault(
      .ntlmRefusedTriedAgain, "R344",
      "It begins again with a login that was refused."),
    Fault(
      .ntlmUnaskedMessage2Answered, "R330",
      "It answers a message 2 for which it has sent no message 1."),
    Fault(
      .ntlmUnicodeForOEM, "R332",
      "It sends names in UTF-16 where the flags say a code page."),
  ]
}
