// SPDX-License-Identifier: Apache-2.0

/// The head of a request (RFC 9112 3): request line and header section, as received.
///
/// Copies share their parts until one of them is changed: server, script, recording and judge pass
/// on one reference.
@dynamicMemberLookup @usableFromInline
package struct RequestHead: Hashable, Sendable {
  @usableFromInline package struct Parts: Hashable, Sendable {
    /// The method, case as received (RFC 9110 9.1: case-sensitive).
    package var method: Octets
    /// The request-target as it was received (RFC 9112 3.2): origin-form, absolute-form,
    /// authority-form or `*`.
    package var target: Octets
    /// The HTTP version, as `HTTP/1.1`.
    package var version: Octets
    package var fields: FieldSection
  }

  @usableFromInline var parts: CopyOnWrite<Parts>

  package init(
    method: Octets, target: Octets, version: Octets = "HTTP/1.1", fields: FieldSection = .init()
  ) {
    parts = CopyOnWrite(Parts(method: method, target: target, version: version, fields: fields))
  }

  @inlinable
  package subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }

  /// The value of the first line of that name.
  package func first(_ name: StaticString) -> Octets? { parts.fields.first(name) }
}

/// The head of a response (RFC 9112 4): status line and header section.
package struct ResponseHead: Hashable, Sendable {
  /// The HTTP version, as `HTTP/1.1`.
  package var version: Octets
  /// The status code.
  package var status: Int
  /// The reason phrase; empty for the default.
  package var reason: Octets
  package var fields: FieldSection

  package static let http11: Octets = "HTTP/1.1"

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
