/// How binding a scenario's behaviour is.
public enum Level: String, Hashable, Sendable, CaseIterable {
  /// An RFC requires it: breaking it is a failure.
  case must
  /// An RFC recommends it: breaking it is a warning.
  case should
  /// An RFC permits it: either way is noted.
  case may
  /// No RFC says so in words, but safety or soundness does: breaking it is a failure, never "a violation of an RFC".
  case robust
  /// An observation.
  case note
}

/// What a scenario file says of itself, the same for all its cases.
public struct Scenario: Hashable, Sendable {
  /// The path below the scenarios' folder, without the ending: `digest/stale-nonce-is-renewed`.
  public var id: String
  /// The file it was read from.
  public var file: String
  /// The behaviour as one sentence, without a full stop.
  public var title: String
  /// How binding the behaviour is.
  public var level: Level
  /// Specifications, as `RFC 7616 3.3`.
  public var spec: [String]
  /// Ids of requirements: `R083`.
  public var requirements: [String]
  /// Ids of behaviours that other projects' suites test: `B21`.
  public var peers: [String]
  /// Free words to select by.
  public var tags: [String]
  /// More words of explanation, for `explain`.
  public var notes: String?

  /// A scenario that says nothing yet.
  public init(id: String, file: String, title: String, level: Level) {
    self.id = id
    self.file = file
    self.title = title
    self.level = level
    spec = []
    requirements = []
    peers = []
    tags = []
  }
}

/// A place in a scenario file.
public struct SourceLocation: Hashable, Sendable {
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in characters.
  public var column: Int

  /// A place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
