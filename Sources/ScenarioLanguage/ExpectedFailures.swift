/// Failures of a client that are known and have a reason.
public struct ExpectedFailures: Sendable {
  /// One known failure.
  public struct Entry: Sendable {
    public var `case`: String
    public var check: String
    public var reason: String
    public var location: SourceLocation
  }
  public var entries: [Entry]
}
