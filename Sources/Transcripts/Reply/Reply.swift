import HTTPAuth

/// What a server sends in answer to one request, down to the framing.
///
/// Copies share the parts until one of them is changed: a reply goes from plan to script, server, recording and judge, eleven
/// copies for the price of one reference each.
package struct Reply: Hashable, Sendable {
  /// How the end of the body is told (RFC 9112 6).
  package enum Framing: Hashable, Sendable {
    /// By Content-Length.
    case length
    /// By chunked transfer coding, with these trailer lines.
    case chunked(trailers: FieldSection)
    /// By closing the connection.
    case untilClose
  }

  /// What becomes of the connection once the reply is out.
  package enum Afterwards: Hashable, Sendable {
    /// It may be used again (RFC 9112 9.3).
    case keep
    /// The reply says `Connection: close`, and the server closes.
    case close
    /// The server closes without having said so.
    case closeSilently
    /// The server resets the connection: TCP RST.
    case reset
    /// Nothing more is sent and nothing is closed, until the client gives up.
    case stall
  }

  /// What is sent.
  package enum Content: Hashable, Sendable {
    /// A response made of its parts; the server adds framing and nothing else.
    case response(Response)
    /// These octets, as they are, instead of a response.
    case raw(Octets)
    /// Nothing: what becomes of the connection is all there is.
    case nothing
    /// 200 to CONNECT; then the connection is handed to that server (index in the recording).
    case tunnel(to: Int)
  }

  /// A response in its parts, which copies share as they do a reply's.
  package struct Response: Hashable, Sendable {
    package struct Parts: Hashable, Sendable {
      @usableFromInline var head: ResponseHead
      @usableFromInline var body: Octets
      @usableFromInline var framing: Framing
    }

    package private(set) var held: SharedParts<Parts>

    /// Status line and header section, without the framing fields (Content-Length, Transfer-Encoding, Connection), which `framing` and `afterwards` imply; when they stand here they are sent as they are, and none is added.
    package var head: ResponseHead {
      @inlinable get { held.parts.head }
      set { held.parts.head = newValue }
    }
    /// The body, before any transfer coding.
    package var body: Octets {
      @inlinable get { held.parts.body }
      set { held.parts.body = newValue }
    }
    /// How the end of the body is told.
    package var framing: Framing {
      @inlinable get { held.parts.framing }
      set { held.parts.framing = newValue }
    }

    /// A response of these parts.
    package init(head: ResponseHead, body: Octets = .init(), framing: Framing = .length) {
      held = SharedParts(Parts(head: head, body: body, framing: framing))
    }
  }

  package struct Parts: Hashable, Sendable {
    @usableFromInline var interim: [ResponseHead]
    @usableFromInline var content: Content
    @usableFromInline var afterwards: Afterwards
    @usableFromInline var isEarly: Bool
    @usableFromInline var trickle: Trickle?
  }

  package private(set) var held: SharedParts<Parts>

  /// Interim responses (RFC 9110 15.2), sent first.
  package var interim: [ResponseHead] {
    @inlinable get { held.parts.interim }
    set { held.parts.interim = newValue }
  }
  /// What is sent.
  package var content: Content {
    @inlinable get { held.parts.content }
    set { held.parts.content = newValue }
  }
  /// What becomes of the connection.
  package var afterwards: Afterwards {
    @inlinable get { held.parts.afterwards }
    set { held.parts.afterwards = newValue }
  }
  /// Sent when the head of the request is in, without waiting for the body.
  package var isEarly: Bool {
    @inlinable get { held.parts.isEarly }
    set { held.parts.isEarly = newValue }
  }
  /// Cut into pieces of so many octets, with that many milliseconds between them.
  package var trickle: Trickle? {
    @inlinable get { held.parts.trickle }
    set { held.parts.trickle = newValue }
  }

  /// Octets sent piece by piece.
  package struct Trickle: Hashable, Sendable {
    /// Octets in a piece, at least 1.
    package var octets: Int
    /// Milliseconds between two pieces.
    package var milliseconds: Int
    /// Milliseconds before the first piece.
    package var delay: Int

    /// Pieces of N octets, with pauses before the first and between two.
    package init(octets: Int, milliseconds: Int, delay: Int = 0) {
      self.octets = octets
      self.milliseconds = milliseconds
      self.delay = delay
    }
  }

  /// A reply of these parts.
  package init(
    content: Content, afterwards: Afterwards = .keep, interim: [ResponseHead] = [],
    isEarly: Bool = false, trickle: Trickle? = nil
  ) {
    held = SharedParts(
      Parts(
        interim: interim, content: content, afterwards: afterwards, isEarly: isEarly,
        trickle: trickle))
  }
}
