// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// A server's reply to one request, with its framing.
///
/// Copies share the parts until one of them is changed: a reply is copied eleven times on its way
/// from plan to script, server, recording and judge.
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

  /// The content of a reply.
  package enum Content: Hashable, Sendable {
    /// A response, to which the server adds only the framing.
    case response(Response)
    /// These octets in place of a response.
    case raw(Octets)
    /// Nothing is sent; only `afterwards` applies.
    case nothing
    /// 200 to CONNECT, with these field lines. Then the connection is passed to that server (index
    /// in the recording).
    case tunnel(to: Int, fields: FieldSection = .init())
    /// 101. Then the connection is a websocket.
    indirect case webSocket(WebSocket)
    /// A frame of HTTP/2 that ends the stream. An HTTP/1 connection is closed.
    case streamEnd(StreamEnd)
  }

  /// A response. Copies share the parts until one of them is changed.
  @dynamicMemberLookup @usableFromInline
  package struct Response: Hashable, Sendable {
    @usableFromInline package struct Parts: Hashable, Sendable {
      /// Status line and header section, without the framing fields (Content-Length,
      /// Transfer-Encoding, Connection), which `framing` and `afterwards` imply. If they are given
      /// here, they are sent as they are, and none is added.
      package var head: ResponseHead
      /// The body, before any transfer coding.
      package var body: Octets
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
    package var content: Content
    /// What happens to the connection after the reply.
    package var afterwards: ConnectionFate
    /// `true` to send the reply without waiting for the whole body of the request.
    package var isEarly: Bool
    /// The number of octets of the body that an early reply waits for.
    package var octetsAwaited: Int
    /// How the octets are split into pieces, and the pauses between them.
    package var trickle: Trickle?
  }

  @usableFromInline var parts: CopyOnWrite<Parts>

  package init(
    content: Content, afterwards: ConnectionFate = .keep, interim: [ResponseHead] = [],
    isEarly: Bool = false, octetsAwaited: Int = 0, trickle: Trickle? = nil
  ) {
    parts = CopyOnWrite(
      Parts(
        interim: interim, content: content, afterwards: afterwards, isEarly: isEarly,
        octetsAwaited: octetsAwaited, trickle: trickle))
  }

  @inlinable
  package subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }
}
