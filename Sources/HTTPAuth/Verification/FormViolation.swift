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

/// How Digest credentials are written (RFC 7616 3.4).
public enum DigestFormRules {
  /// Everything in which Digest credentials are not as RFC 7616 3.4 says, in the order of the rules.
  public static func violations(in credentials: Credentials) -> [FormViolation] { [] }
}

/// How Basic credentials are written (RFC 7617 2).
public enum BasicFormRules {
  /// Everything in which Basic credentials are not as RFC 7617 2 says.
  public static func violations(in credentials: Credentials) -> [FormViolation] { [] }
}

/// How Bearer credentials are written (RFC 6750 2.1).
public enum BearerFormRules {
  /// Everything in which Bearer credentials are not as RFC 6750 2.1 says.
  public static func violations(in credentials: Credentials) -> [FormViolation] { [] }
}
