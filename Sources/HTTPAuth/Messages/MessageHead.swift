/// The head of a request (RFC 9112 3): request line and header section, as received.
///
/// Copies share their parts until one of them is changed, so that a head goes from server to
/// script, recording and judge for the price of one reference.
package struct RequestHead: Sendable {
  @usableFromInline
  final class Parts: Sendable {
    @usableFromInline let method: Octets
    @usableFromInline let target: Octets
    @usableFromInline let version: Octets
    @usableFromInline let fields: FieldSection

    init(_ method: Octets, _ target: Octets, _ version: Octets, _ fields: FieldSection) {
      self.method = method
      self.target = target
      self.version = version
      self.fields = fields
    }
  }

  @usableFromInline private(set) var parts: Parts

  /// The method, case as received (RFC 9110 9.1: case-sensitive).
  package var method: Octets {
    @inlinable get { parts.method }
    set { parts = Parts(newValue, target, version, fields) }
  }
  /// The request-target as it was on the wire (RFC 9112 3.2): origin-form, absolute-form,
  /// authority-form or `*`.
  package var target: Octets {
    @inlinable get { parts.target }
    set { parts = Parts(method, newValue, version, fields) }
  }
  /// `HTTP/1.1` and the like.
  package var version: Octets {
    @inlinable get { parts.version }
    set { parts = Parts(method, target, newValue, fields) }
  }
  /// The header section.
  package var fields: FieldSection {
    @inlinable get { parts.fields }
    set { parts = Parts(method, target, version, newValue) }
  }

  /// A head of these parts.
  package init(
    method: Octets, target: Octets, version: Octets = "HTTP/1.1", fields: FieldSection = .init()
  ) {
    parts = Parts(method, target, version, fields)
  }

  /// The value of the first line of that name.
  package func first(_ name: StaticString) -> Octets? { parts.fields.first(name) }
}

extension RequestHead: Hashable {
  /// The same octets in every part.
  package static func == (left: RequestHead, right: RequestHead) -> Bool {
    left.parts === right.parts
      || (left.method == right.method && left.target == right.target
        && left.version == right.version && left.fields == right.fields)
  }

  /// Hashes the parts.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(target)
    hasher.combine(version)
    hasher.combine(fields)
  }
}

/// The head of a response (RFC 9112 4): status line and header section.
package struct ResponseHead: Hashable, Sendable {
  /// `HTTP/1.1` and the like.
  package var version: Octets
  /// The status code.
  package var status: Int
  /// The reason phrase; empty for the usual one.
  package var reason: Octets
  /// The header section.
  package var fields: FieldSection

  /// The usual version.
  package static let http11: Octets = "HTTP/1.1"

  /// A head of these parts.
  package init(
    version: Octets = ResponseHead.http11, status: Int, reason: Octets = Octets(),
    fields: FieldSection = .init()
  ) {
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
  }
}
