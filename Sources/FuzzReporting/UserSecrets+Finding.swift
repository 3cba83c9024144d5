// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Reporting

extension UserSecrets {
  /// The finding without the secrets: its id and its inputs contain nothing of the client's.
  package func redacted(_ finding: FuzzFinding) -> FuzzFinding {
    if isEmpty { return finding }
    var failure = finding.failure
    failure.expected = redacted(failure.expected)
    failure.observed = redacted(failure.observed)
    return FuzzFinding(
      failure: failure, features: finding.features, input: finding.input,
      original: finding.original, run: finding.run, isStable: finding.isStable)
  }

  /// The evidence of a finding without the secrets.
  package func redacted(_ evidence: FindingEvidence) -> FindingEvidence {
    if isEmpty { return evidence }
    var evidence = evidence
    evidence.scenario = redacted(evidence.scenario)
    evidence.result = redacted(evidence.result)
    return evidence
  }
}
