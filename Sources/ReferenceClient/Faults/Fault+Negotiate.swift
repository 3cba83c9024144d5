// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Negotiate.
  static let negotiate: [Fault] = [
    Fault(.negotiateWithoutToken, "R122", "It answers Negotiate without a token."),
    Fault(
      .negotiateAnswerNotChecked, "R124",
      "It believes a response whatever token of Negotiate it has."),
    Fault(
      .basicAfterRefusedNegotiate, "R132",
      "It sends Basic after a refused handshake, though the server does not offer it."),
    Fault(
      .basicWithoutTicket, "R132",
      "Without a ticket it sends Basic, though the server does not offer it."),
    Fault(
      .negotiateAnsweredOnce, "R122",
      "It answers only the first challenge of Negotiate of each server."),
    Fault(
      .negotiateAsksNoKDC, "R353",
      "It uses only tickets that it has, and gets none from the KDC."),
    Fault(
      .negotiateBindingWrong, "R342",
      "It binds a token of Negotiate to another certificate than the server's."),
    Fault(
      .negotiateBodyForgotten, "R126",
      "It sends the request with its token of Negotiate without the body."),
    Fault(
      .negotiateByCase, "R122",
      "It knows Negotiate only by its name in the usual letters."),
    Fault(
      .negotiateConnectionServesAnonymous, "R346",
      "It makes requests without a login on a connection with one of Negotiate."),
    Fault(
      .negotiateConnectionServesAnotherUser, "R346",
      "It makes requests of one user on the connection of another, who used Negotiate."),
    Fault(
      .negotiateConnectionServesOtherSchemes, "R346",
      "It makes requests with another scheme on a connection with a login of Negotiate."),
    Fault(
      .negotiateDelegates, "R350",
      "It delegates its credentials though it is not told to."),
    Fault(
      .negotiateDelegationForgotten, "R354",
      "It does not delegate its credentials though it is configured to."),
    Fault(
      .negotiateHangsWithoutTicket, "R351",
      "Without a ticket for the server it never ends.", hangs: true),
    Fault(
      .negotiateLegOnAnotherConnection, "R355",
      "It goes on with a handshake of Negotiate on another connection."),
    Fault(
      .negotiateListNotProtected, "R349",
      "It sends no MIC of the list of mechanisms."),
    Fault(
      .negotiateOverlookedBesideOthers, "R122",
      "It overlooks Negotiate beside other schemes."),
    Fault(
      .negotiateRedirectNotChecked, "R124",
      "It follows a redirect whatever token of Negotiate it has."),
    Fault(
      .negotiateRefusedTriedAgain, "R352",
      "It begins again with a token that was refused, without limit."),
    Fault(
      .negotiateSecondLegIgnored, "R123",
      "It takes a challenge with a token for a refusal."),
    Fault(
      .negotiateServiceOfAddress, "R430",
      "It makes the name of the service from the address of the host."),
    Fault(
      .negotiateServiceOfFirstHost, "R347",
      "After a redirect it uses the ticket for the first host."),
    Fault(
      .negotiateServiceOfOrigin, "R347",
      "It answers a proxy with a ticket for the origin server."),
    Fault(
      .negotiateServiceOfProxy, "R347",
      "It answers an origin server behind a proxy with a ticket for the proxy."),
    Fault(
      .negotiateThroughAnyProxy, "R125",
      "It uses Negotiate through a proxy that does not say that it keeps sessions apart."),
    Fault(
      .negotiateTokenFollowsRedirect, "R347",
      "It takes its token along to the server that a redirect leads to."),
    Fault(
      .negotiateTokenRepeated, "R348",
      "It sends its first token again in later handshakes."),
  ]
}
