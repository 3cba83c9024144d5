/// What a scenario file holds, or what is wrong with it.
package struct LoadResult: Sendable {
  /// The cases in order; none when anything is wrong.
  package var cases: [Case]
  /// Everything that is wrong, in the file's order.
  package var diagnostics: [Diagnostic]
  /// What the file says of itself, where that much could be read.
  package var scenario: Scenario?
}
