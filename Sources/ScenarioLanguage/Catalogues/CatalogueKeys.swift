/// A requirement in requirements.yaml.
enum RequirementKey: String, KeySet {
  case id, level, source, text, needs
  static let holder = "a requirement"
}

/// An entry of expected.yaml.
enum ExpectedFailureKey: String, KeySet {
  case `case`, check, verdict, reason, evidence, versions
  static let holder = "an expected failure"
}
