// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in HTTP/2.
  static let http2: [Fault] = [
    Fault(
      .connectionFieldOverHTTP2, "R361", "It passes on a caller's Connection in HTTP/2."),
    Fault(
      .hostBesideAuthority, "R363", "It sends a caller's Host beside another :authority."),
    Fault(
      .malformedResponseOverHTTP2Accepted, "R365", "It accepts malformed responses of HTTP/2."),
    Fault(
      .unprocessedRepeatedWithoutLimit, "R026",
      "It repeats a request without limit if no server processes it."),
    Fault(
      .bodyDroppedAfterUnprocessed, "R371",
      "It repeats a request that was not processed without its body."),
    Fault(
      .http11RequirementIgnored, "R367",
      "It repeats a request over HTTP/2 that the server wants in HTTP/1.1."),
    Fault(
      .resetRequestRepeated, "R369", "It repeats a POST whose stream was reset."),
    Fault(
      .finishedStreamsLostByGoAway, "R370",
      "It gives up all requests of a connection after GOAWAY."),
    Fault(
      .streamsServeAnyServer, "R470",
      "It sends requests over any connection of HTTP/2, whatever server that leads to."),
    Fault(
      .streamsShareChallenges, "R368",
      "It answers the challenge of a stream with the last one of the connection."),
    Fault(
      .trailersTakenOverHTTP2, "R040", "It uses fields of a trailer section of HTTP/2."),
    Fault(
      .interimTakenForFinalOverHTTP2, "R039",
      "It treats an interim response of HTTP/2 as the final one."),
    Fault(
      .laterCookiesLostOverHTTP2, "R372", "It sends the first cookie only in HTTP/2."),
    Fault(
      .responseLostByStreamReset, "R373",
      "It discards a complete response if the server then resets the stream."),
    Fault(
      .connectionForEachStream, "R465",
      "It opens a connection of HTTP/2 for each request, also while it has one to the server."),
    Fault(
      .resetStreamAwaited, "R466",
      "It waits for a response on a stream that has ended without one.", hangs: true),
    Fault(
      .schemeOfClearURLs, "R467", "It sends http as :scheme of https URLs."),
    Fault(
      .userinfoInAuthority, "R364", "It sends user information in :authority."),
    Fault(
      .uriWithAuthorityOverHTTP2, "R093",
      "It puts scheme and authority into uri in HTTP/2."),
    Fault(
      .ntlmOverHTTP2, "R130", "It answers NTLM on a connection of HTTP/2."),
    Fault(
      .tunnelGivenUpOverHTTP2, "R440",
      "It gives up if a proxy that speaks HTTP/2 asks for a login before it opens a tunnel."),
    Fault(
      .connectWithPathOverHTTP2, "R441", "It sends :scheme and :path with CONNECT."),
    Fault(
      .connectWithoutPortOverHTTP2, "R442", "It leaves the port out of :authority of CONNECT."),
    Fault(
      .schemeOfProxyOverHTTP2, "R443",
      "It sends the scheme of its connection to the proxy as :scheme of a request to forward."),
  ]
}
