/// A known way to get credentials wrong.
public enum Mistake: String, Hashable, Sendable, CaseIterable {
  /// Nothing known explains what was sent.
  case unexplained
}
