public import HTTPAuth

/// What a server sends in answer to one request, down to the framing.
///
/// Copies share the parts until one of them is changed: a reply goes from plan to script, server, recording and judge, eleven
/// copies for the price of one reference each.
public struct Reply: Hashable, Sendable {
  /// How the end of the body is told (RFC 9112 6).
  public enum Framing: Hashable, Sendable {
    /// By Content-Length.
    case length
    /// By chunked transfer coding, with these trailer lines.
    case chunked(trailers: FieldSection)
    /// By closing the connection.
    case untilClose
  }

  /// What becomes of the connection once the reply is out.
  public enum Afterwards: Hashable, Sendable {
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
  public enum Content: Hashable, Sendable {
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
  public struct Response: Hashable, Sendable {
    @usableFromInline
    struct Parts: Hashable, Sendable {
      @usableFromInline var head: ResponseHead
      @usableFromInline var body: Octets
      @usableFromInline var framing: Framing
    }

    @usableFromInline private(set) var held: SharedParts<Parts>

    /// Status line and header section, without the framing fields (Content-Length, Transfer-Encoding, Connection), which `framing` and `afterwards` imply; when they stand here they are sent as they are, and none is added.
    public var head: ResponseHead {
      @inlinable get { held.parts.head }
      set { held.parts.head = newValue }
    }
    /// The body, before any transfer coding.
    public var body: Octets {
      @inlinable get { held.parts.body }
      set { held.parts.body = newValue }
    }
    /// How the end of the body is told.
    public var framing: Framing {
      @inlinable get { held.parts.framing }
      set { held.parts.framing = newValue }
    }

    /// A response of these parts.
    public init(head: ResponseHead, body: Octets = .init(), framing: Framing = .length) {
      held = SharedParts(Parts(head: head, body: body, framing: framing))
    }
  }

  @usableFromInline
  struct Parts: Hashable, Sendable {
    @usableFromInline var interim: [ResponseHead]
    @usableFromInline var content: Content
    @usableFromInline var afterwards: Afterwards
    @usableFromInline var isEarly: Bool
    @usableFromInline var trickle: Trickle?
  }

  @usableFromInline private(set) var held: SharedParts<Parts>

  /// Interim responses (RFC 9110 15.2), sent first.
  public var interim: [ResponseHead] {
    @inlinable get { held.parts.interim }
    set { held.parts.interim = newValue }
  }
  /// What is sent.
  public var content: Content {
    @inlinable get { held.parts.content }
    set { held.parts.content = newValue }
  }
  /// What becomes of the connection.
  public var afterwards: Afterwards {
    @inlinable get { held.parts.afterwards }
    set { held.parts.afterwards = newValue }
  }
  /// Sent when the head of the request is in, without waiting for the body.
  public var isEarly: Bool {
    @inlinable get { held.parts.isEarly }
    set { held.parts.isEarly = newValue }
  }
  /// Cut into pieces of so many octets, with that many milliseconds between them.
  public var trickle: Trickle? {
    @inlinable get { held.parts.trickle }
    set { held.parts.trickle = newValue }
  }

  /// Octets sent piece by piece.
  public struct Trickle: Hashable, Sendable {
    /// Octets in a piece, at least 1.
    public var octets: Int
    /// Milliseconds between two pieces.
    public var milliseconds: Int
    /// Milliseconds before the first piece.
    public var delay: Int

    /// Pieces of N octets, with pauses before the first and between two.
    public init(octets: Int, milliseconds: Int, delay: Int = 0) {
      self.octets = octets
      self.milliseconds = milliseconds
      self.delay = delay
    }
  }

  /// A reply of these parts.
  public init(
    content: Content, afterwards: Afterwards = .keep, interim: [ResponseHead] = [],
    isEarly: Bool = false, trickle: Trickle? = nil
  ) {
    held = SharedParts(
      Parts(
        interim: interim, content: content, afterwards: afterwards, isEarly: isEarly,
        trickle: trickle))
  }
}
