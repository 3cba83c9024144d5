/// How much of a case is played and recorded before the servers give up: no client, however wild, makes
/// the harness grow or go on without end.
public struct CaseLimits: Hashable, Sendable {
  /// Requests; then every connection is closed at its next request.
  public var exchanges = 1_000
  /// Connections; then every new one is closed at once.
  public var connections = 1_000
  /// Oddities, and faults; those that come later are not recorded.
  public var oddities = 1_000
  /// Octets in the head of a request, and in a chunked body's lines and trailer section.
  public var head = 8 << 20
  /// Octets in the body of a request, after transfer decoding.
  public var body = 64 << 20

  /// The usual limits.
  public init() {}
}
