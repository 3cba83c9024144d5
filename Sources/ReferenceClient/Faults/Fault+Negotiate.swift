// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Negotiate.
  static let negotiate: [Fault] = [
    Name.negotiateWithoutToken.breaks("R122", "It answers Negotiate without a token."),
    Name.negotiateAnswerNotChecked.breaks(
      "R124", "It accepts a response with any Negotiate token."),
    Name.basicAfterRefusedNegotiate.breaks(
      "R132", "It sends Basic after a refused handshake, though the server does not offer it."),
    Name.basicWithoutTicket.breaks(
      "R132", "Without a ticket it sends Basic, though the server does not offer it."),
    Name.negotiateAsksNoKDC.breaks(
      "R353", "It uses only tickets that it has, and gets none from the KDC."),
    Name.negotiateBindingWrong.breaks(
      "R342", "It binds a token of Negotiate to another certificate than the server's."),
    Name.negotiateBodyForgotten.breaks(
      "R126", "It sends the request with its token of Negotiate without the body."),
    Name.negotiateByCase.breaks(
      "R122", "It knows Negotiate only by its name in the usual letters."),
    Name.negotiateConnectionServesAnotherUser.breaks(
      "R346", "It makes requests of one user on the connection of another, who used Negotiate."),
    Name.negotiateDelegates.breaks(
      "R350", "It delegates its credentials though it is not told to."),
    Name.negotiateDelegationForgotten.breaks(
      "R354", "It does not delegate its credentials though it is configured to."),
    Name.negotiateHangsWithoutTicket.breaks(
      "R351", "Without a ticket for the server it never ends.", hangs: true),
    Name.negotiateLegOnAnotherConnection.breaks(
      "R355", "It goes on with a handshake of Negotiate on another connection."),
    Name.negotiateListNotProtected.breaks("R349", "It sends no MIC of the list of mechanisms."),
    Name.negotiateRefusedTriedAgain.breaks(
      "R352", "It begins again with a token that was refused, without limit."),
    Name.negotiateSecondLegIgnored.breaks(
      "R123", "It takes a challenge with a token for a refusal."),
    Name.negotiateServiceOfAddress.breaks(
      "R430", "It makes the name of the service from the address of the host."),
    Name.negotiateServiceOfOrigin.breaks(
      "R347", "It answers a proxy with a ticket for the origin server."),
    Name.negotiateServiceOfProxy.breaks(
      "R347", "It answers an origin server behind a proxy with a ticket for the proxy."),
    Name.negotiateThroughAnyProxy.breaks(
      "R125", "It uses Negotiate through a proxy that does not say that it keeps sessions apart."),
    Name.negotiateTokenFollowsRedirect.breaks(
      "R347", "It takes its token along to the server that a redirect leads to."),
    Name.negotiateTokenRepeated.breaks(
      "R348", "It sends its first token again in later handshakes."),
  ]
}
