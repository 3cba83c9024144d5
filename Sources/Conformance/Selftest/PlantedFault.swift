/// A fault that a client can be given, to see whether the scenarios notice it.
public struct PlantedFault: Hashable, Sendable {
  /// Its name, unique among the client's faults.
  public let name: String
  /// What the client does wrong, as a sentence.
  public let sentence: String
  /// The id of the requirement that this breaks: `R083`.
  public let requirement: String
  /// It makes a request wait that should have come to an end: only then is time that runs out a sign of the fault.
  public let hangs: Bool

  /// A fault of that name.
  public init(name: String, sentence: String, requirement: String, hangs: Bool = false) {
    self.name = name
    self.sentence = sentence
    self.requirement = requirement
    self.hangs = hangs
  }
}
