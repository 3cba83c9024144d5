// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What a server sends in answer to one request, down to the framing.
///
/// Copies share the parts until one of them is changed: a reply goes from plan to script, server,
/// recording and judge, eleven copies for the price of one reference each.
@dynamicMemberLookup @usableFromInline
package struct Reply: Hashable, Sendable {
  /// How the end of the body is marked (RFC 9112 6).
  package enum Framing: Hashable, Sendable {
    /// By Content-Length.
    case length
    /// By chunked transfer coding, with these trailer lines.
    case chunked(trailers: FieldSection)
    /// By closing the connection.
    case untilClose
  }

  /// What is sent.
  package enum Content: Hashable, Sendable {
    /// A response made of its parts; the server adds framing and nothing else.
    case response(Response)
    /// These octets, as they are, instead of a response.
    case raw(Octets)
    /// Nothing: what becomes of the connection is all there is.
    case nothing
    /// 200 to CONNECT, with these field lines; then the connection is handed to that server (index
    /// in the recording).
    case tunnel(to: Int, fields: FieldSection = .init())
    /// 101; then the connection is a websocket.
    indirect case webSocket(WebSocket)
    /// A frame of HTTP/2 by which the request was not processed; an HTTP/1 connection is closed.
    case streamEnd(StreamEnd)
  }

  /// A response; copies share its parts as those of a reply do.
  @dynamicMemberLookup @usableFromInline
  package struct Response: Hashable, Sendable {
    @usableFromInline package struct Parts: Hashable, Sendable {
      /// Status line and header section, without the framing fields (Content-Length,
      /// Transfer-Encoding, Connection), which `framing` and `afterwards` imply; if they stand here
      /// they are sent as they are, and none is added.
      package var head: ResponseHead
      /// The body, before any transfer coding.
      package var body: Octets
      /// How the end of the body is marked.
      package var framing: Framing
    }

    @usableFromInline package private(set) var parts: CopyOnWrite<Parts>

    package init(head: ResponseHead, body: Octets = .init(), framing: Framing = .length) {
      parts = CopyOnWrite(Parts(head: head, body: body, framing: framing))
    }

    @inlinable
    package subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
      get { parts[dynamicMember: path] }
      set { parts[dynamicMember: path] = newValue }
    }
  }

  @usableFromInline package struct Parts: Hashable, Sendable {
    /// Interim responses (RFC 9110 15.2), sent first.
    package var interim: [ResponseHead]
    /// What is sent.
    package var content: Content
    /// What becomes of the connection.
    package var afterwards: ConnectionFate
    /// Sent when the head of the request is in, without waiting for the body.
    package var isEarly: Bool
    /// How the octets are cut into pieces, and the pauses between them.
    package var trickle: Trickle?
  }

  @usableFromInline var parts: CopyOnWrite<Parts>

  package init(
    content: Content, afterwards: ConnectionFate = .keep, interim: [ResponseHead] = [],
    isEarly: Bool = false, trickle: Trickle? = nil
  ) {
    parts = CopyOnWrite(
      Parts(
        interim: interim, content: content, afterwards: afterwards, isEarly: isEarly,
        trickle: trickle))
  }

  @inlinable
  package subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }
}
