/// What a scenario file holds, or what is wrong with it.
public struct LoadResult: Sendable {
  /// The cases in order; none when anything is wrong.
  public var cases: [Case]
  /// Everything that is wrong, in the file's order.
  public var diagnostics: [Diagnostic]
  /// What the file says of itself, where that much could be read.
  public var scenario: Scenario?
}
