/// The head of a request (RFC 9112 3): request line and header section, as received.
public struct RequestHead: Hashable, Sendable {
  /// The method, case as received (RFC 9110 9.1: case-sensitive).
  public var method: Octets
  /// The request-target as it was on the wire (RFC 9112 3.2): origin-form, absolute-form, authority-form or `*`.
  public var target: Octets
  /// `HTTP/1.1` and the like.
  public var version: Octets
  /// The header section.
  public var fields: FieldSection

  /// A head of these parts.
  public init(
    method: Octets, target: Octets, version: Octets = "HTTP/1.1", fields: FieldSection = .init()
  ) {
    self.method = method
    self.target = target
    self.version = version
    self.fields = fields
  }
}

/// The head of a response (RFC 9112 4): status line and header section.
public struct ResponseHead: Hashable, Sendable {
  /// `HTTP/1.1` and the like.
  public var version: Octets
  /// The status code.
  public var status: Int
  /// The reason phrase; empty for the usual one.
  public var reason: Octets
  /// The header section.
  public var fields: FieldSection

  /// A head of these parts.
  public init(
    version: Octets = "HTTP/1.1", status: Int, reason: Octets = "", fields: FieldSection = .init()
  ) {
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
  }
}
