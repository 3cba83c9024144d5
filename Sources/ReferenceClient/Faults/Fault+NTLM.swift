// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in NTLM, and with connections that have a login.
  static let ntlm: [Fault] = [
    Name.ntlmAbsentNameRead.breaks(
      "R474", "It reads the name of the server where message 2 says that there is none."),
    Name.ntlmBindingLeftOut.breaks("R341", "Over TLS it binds an NTLM response to nothing."),
    Name.ntlmBindingWrong.breaks(
      "R342", "It binds an NTLM response to another certificate than the server's."),
    Name.ntlmBoundsIgnored.breaks(
      "R345", "It takes fields of message 2 that reach past its end for empty, and answers."),
    Name.ntlmConnectionServesAnotherUser.breaks(
      "R346", "It makes requests of one user on the connection of another."),
    Name.ntlmConnectionSharedByOrigins.breaks(
      "R346", "Behind a proxy it uses a connection with the login for one origin for all origins."),
    Name.ntlmDomainInCapitals.breaks(
      "R335", "It writes the domain in capitals into the key of NTLMv2."),
    Name.ntlmDomainOfServer.breaks(
      "R343", "It uses the domain of message 2 in place of that of the login."),
    Name.ntlmFlagsNotOffered.breaks(
      "R332", "It sets flags in message 3 that message 2 did not offer."),
    Name.ntlmLMResponseBesideTimestamp.breaks(
      "R471", "It sends an LM response, although message 2 has a timestamp."),
    Name.ntlmMICLeftOut.breaks("R339", "It sends no MIC, although message 2 has a timestamp."),
    Name.ntlmMICWithoutMessage1.breaks("R340", "It makes the MIC without message 1."),
    Name.ntlmOEMForUnicode.breaks("R332", "It sends names as octets where the flags say UTF-16."),
    Name.ntlmProxyConnectionShared.breaks(
      "R346", "It makes requests on a connection to a proxy that belongs to another login there."),
    Name.ntlmReservedFilled.breaks("R473", "It fills the reserved octets of an NTLMv2 response."),
    Name.ntlmResponseTypeOther.breaks(
      "R472", "It writes another version than 1 into an NTLMv2 response."),
    Name.ntlmRestartsWithoutEnd.breaks(
      "R131", "It opens its login again whenever the connection is lost, without limit."),
    Name.ntlmTargetInformationReordered.breaks(
      "R336", "It returns the target information in another order."),
    Name.ntlmTimestampIgnored.breaks(
      "R337", "It uses its own time, although message 2 has a timestamp."),
    Name.ntlmTypeIgnored.breaks("R345", "It answers a message of another type as a message 2."),
    Name.ntlmUserAsItIs.breaks(
      "R335", "It writes the user name without capitals into the key of NTLMv2."),
    Name.ntlmV1WithoutTargetInformation.breaks(
      "R334", "It proves its password by NTLMv1 if message 2 has no target information."),
    Name.ntlmCrashesOnStrangeMessage2.breaks(
      "R129", "It crashes on a message 2 that cannot be read."),
    Name.ntlmLaterChallengeNotAnswered.breaks(
      "R127", "It delivers the refusal if a connection with a login is challenged again."),
    Name.ntlmMessage2Remembered.breaks(
      "R331", "It answers an earlier message 2 on a new connection, without message 1."),
    Name.ntlmRefusedTriedAgain.breaks("R344", "It begins again with a login that was refused."),
    Name.ntlmUnaskedMessage2Answered.breaks(
      "R330", "It answers a message 2 for which it has sent no message 1."),
    Name.ntlmUnicodeForOEM.breaks(
      "R332", "It sends names in UTF-16 where the flags say a code page."),
  ]
}
