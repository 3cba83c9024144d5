// SPDX-License-Identifier: Apache-2.0

/// A requirement in requirements.yaml.
enum RequirementKey: String, KeySet {
  case id, level, source, basis, duty, text, sentence, observation, evidence
  case sharedFaults = "shared-faults"
  static let holder = "a requirement"
}

/// A behaviour in behaviours.yaml.
enum BehaviourKey: String, KeySet {
  case id, text
  static let holder = "a behaviour"
}

/// A leak in leaks.yaml.
enum LeakKey: String, KeySet {
  case id, client, versions, text, unshown
  static let holder = "a leak"
}

/// An entry of expected.yaml.
enum ExpectedFailureKey: String, KeySet {
  case `case`, check, verdict, reason, evidence, versions, expires, over
  static let holder = "an expected failure"
}

/// An entry of proof.yaml.
enum ProofKey: String, KeySet {
  case id, vulnerable, clean, cases, check, unshown
  static let holder = "a proof"
}

/// An entry of Tools/Mutants/survivors.
enum MutantReasonKey: String, KeySet {
  case mutants, claim, reason
  static let holder = "an entry about mutants"
}
