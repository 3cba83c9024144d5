/// A way in which credentials are not written as their scheme's RFC says.
public struct FormViolation: Hashable, Sendable {
  /// The parameter it is about, by its name in lower case; nil for the credentials as a whole.
  public var parameter: String?
  /// What was seen, as a sentence.
  public var sentence: String
  /// What is required, with the RFC and its section.
  public var requirement: String

  /// A violation of these parts.
  public init(parameter: String?, sentence: String, requirement: String) {
    self.parameter = parameter
    self.sentence = sentence
    self.requirement = requirement
  }
}
