// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in HTTP/2.
  static let http2: [Fault] = [
    Name.connectionFieldOverHTTP2.breaks("R361", "It passes on a caller's Connection in HTTP/2."),
    Name.hostBesideAuthority.breaks("R363", "It sends a caller's Host beside another :authority."),
    Name.malformedResponseOverHTTP2Accepted.breaks(
      "R365", "It accepts malformed responses of HTTP/2."),
    Name.bodyDroppedAfterUnprocessed.breaks(
      "R371", "It repeats a request that was not processed without its body."),
    Name.http11RequirementIgnored.breaks(
      "R367", "It repeats a request over HTTP/2 that the server wants in HTTP/1.1."),
    Name.resetRequestRepeated.breaks("R369", "It repeats a POST whose stream was reset."),
    Name.finishedStreamsLostByGoAway.breaks(
      "R370", "It gives up all requests of a connection after GOAWAY."),
    Name.streamsServeAnyServer.breaks(
      "R470", "It sends requests over any HTTP/2 connection, also one to another server."),
    Name.streamsShareChallenges.breaks(
      "R368", "It answers the challenge of a stream with the last one of the connection."),
    Name.trailersTakenOverHTTP2.breaks("R040", "It uses fields of a trailer section of HTTP/2."),
    Name.laterCookiesLostOverHTTP2.breaks("R372", "It sends the first cookie only in HTTP/2."),
    Name.responseLostByStreamReset.breaks(
      "R373", "It discards a complete response if the server then resets the stream."),
    Name.connectionForEachStream.breaks(
      "R465",
      "It opens a connection of HTTP/2 for each request, also while it has one to the server."),
    Name.resetStreamAwaited.breaks(
      "R466", "It waits for a response on a stream that has ended without one.", hangs: true),
    Name.schemeOfClearURLs.breaks("R467", "It sends http as :scheme of https URLs."),
    Name.userinfoInAuthority.breaks("R364", "It sends user information in :authority."),
    Name.uriWithAuthorityOverHTTP2.breaks(
      "R093", "It puts scheme and authority into uri in HTTP/2."),
    Name.ntlmOverHTTP2.breaks("R130", "It answers NTLM on a connection of HTTP/2."),
    Name.tunnelGivenUpOverHTTP2.breaks(
      "R440", "It gives up if a proxy that speaks HTTP/2 asks for a login before it opens a tunnel."
    ),
    Name.connectWithPathOverHTTP2.breaks("R441", "It sends :scheme and :path with CONNECT."),
    Name.connectWithoutPortOverHTTP2.breaks(
      "R442", "It leaves the port out of :authority of CONNECT."),
    Name.schemeOfProxyOverHTTP2.breaks(
      "R443",
      "It sends the scheme of its connection to the proxy as :scheme of a request to forward."),
  ]
}
