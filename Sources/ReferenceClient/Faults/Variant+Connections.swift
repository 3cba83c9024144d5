// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of connections.
  static let connections: [Variant] = [
    Name.oneRequestAtATime.does(
      "It makes one request at a time, even if its caller starts several at once.",
      allowedBy: "RFC 9112 9.4",
      "A client ought to limit the number of simultaneous open connections that it maintains to a "
        + "given server.",
      mayBeInconclusive: true),
    Name.neverReuses.does(
      "It uses no connection for two requests.",
      allowedBy: "RFC 9112 9.5",
      "A client, server, or proxy MAY close the transport connection at any time."),
    Name.sendsClose.does(
      "It sends Connection: close, and closes.",
      allowedBy: "RFC 9112 9.3",
      "A client that does not support persistent connections MUST send the \"close\" connection "
        + "option in every request message."
    ),
    Name.newConnectionAfterChallenge.does(
      "It answers a challenge over another connection.",
      allowedBy: "RFC 9112 9.3",
      "A client MAY send additional requests on a persistent connection until it sends or receives "
        + "a \"close\" connection option"
    ),
    Name.challengeBodiesLeft.does(
      "It closes the connection before it has read the body of a challenge that it answers.",
      allowedBy: "RFC 9112 9.3",
      "a client MUST read the entire response message body if it intends to reuse the same "
        + "connection for a subsequent request"
    ),
    Name.tunnelsNotReused.does(
      "It opens a tunnel for each request.",
      allowedBy: "RFC 9112 9.5",
      "A client, server, or proxy MAY close the transport connection at any time."),
    Name.latestConnectionFirst.does(
      "Of several idle connections it uses the newest.",
      allowedBy: "RFC 9112 9.3",
      "A client MAY send additional requests on a persistent connection until it sends or receives "
        + "a \"close\" connection option"
    ),
    Name.newConnectionForEachRequest.does(
      "It leaves a connection open and does not use it again.",
      allowedBy: "RFC 9112 9.3",
      "A client MAY send additional requests on a persistent connection until it sends or receives "
        + "a \"close\" connection option"
    ),
    Name.lostRequestRepeated.does(
      "It repeats an idempotent request once that was lost on a new connection.",
      allowedBy: "RFC 9110 9.2.2",
      "Idempotent methods are distinguished because the request can be repeated automatically if a "
        + "communication failure occurs before the client is able to read the server's response."
    ),
    Name.lostRequestNotRepeated.does(
      "It does not repeat a lost request.",
      allowedBy: "RFC 9110 9.2.2",
      "Idempotent methods are distinguished because the request can be repeated automatically if a "
        + "communication failure occurs before the client is able to read the server's response."
    ),
    Name.misdirectedRequestRepeated.does(
      "It repeats a misdirected request once over another connection.",
      allowedBy: "RFC 9110 15.5.20",
      "A client that receives a 421 (Misdirected Request) response MAY retry the request, whether or not the request method is idempotent, over a different connection"
    ),
    Name.keepAliveOf10NotHonoured.does(
      "It does not reuse a connection of HTTP/1.0.",
      allowedBy: "RFC 9112 9.3",
      "the recipient wishes to honor the HTTP/1.0 \"keep-alive\" mechanism"),
    Name.sessionsNotResumed.does(
      "It resumes no session of TLS.",
      allowedBy: "RFC 8446 4.6.1",
      "The client MAY use this PSK for future handshakes by including the ticket value in the "
        + "\"pre_shared_key\" extension in its ClientHello",
      mayBeInconclusive: true),
    Name.tls12Alone.does(
      "It speaks no other version of TLS than 1.2.",
      allowedBy: "RFC 9325 3.1.1",
      "Implementations SHOULD support TLS 1.3 [RFC8446] and, if implemented, MUST prefer to "
        + "negotiate TLS 1.3 over earlier versions of TLS.",
      mayBeInconclusive: true),
    Name.tls13Alone.does(
      "It speaks no other version of TLS than 1.3.",
      allowedBy: "RFC 8446 4.2.1",
      "Implementations of TLS 1.3 which choose to support prior versions of TLS SHOULD support "
        + "TLS 1.2.",
      mayBeInconclusive: true),
  ]
}
