/// Something that the client does wrong, where it is told to: one small switch at the place of the right behaviour.
public struct Fault: Hashable, Sendable {
  /// Its name.
  public let name: Name
  /// What the client does, as a sentence.
  public let sentence: String
  /// The requirement that this breaks: an id of `requirements.yaml`.
  public let requirement: String
}
