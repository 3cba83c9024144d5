/// stub
public struct ExpectedFailures: Sendable {
  public struct Entry: Sendable {
    public var `case`: String
    public var check: String
    public var reason: String
    public var location: SourceLocation
  }
  public var entries: [Entry]
}
