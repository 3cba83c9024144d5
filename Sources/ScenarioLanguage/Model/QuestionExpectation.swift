public import HTTPAuth

/// A question that the client is to ask its user for credentials.
///
/// What is nil is not looked at.
public struct QuestionExpectation: Hashable, Sendable {
  /// The server that challenged, by name: it decides the question's target and URL.
  public var server: String?
  /// The path and query of the question's URL; a `*` at the end stands for anything.
  public var path: Template?
  /// The realm.
  public var realm: Octets?
  /// The scheme, in lower case.
  public var scheme: String?
  /// How many logins were refused before it, in the same request, for the same server and realm.
  public var failures: Int?
  /// Where it stands.
  public var location: SourceLocation

  /// Any question.
  public init(location: SourceLocation) { self.location = location }
}
