// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Reporting

extension UserSecrets {
  /// The finding without the secrets: its id and its inputs contain nothing of the client's.
  package func redacted(_ finding: FuzzFinding) -> FuzzFinding {
    if isEmpty { return finding }
    var finding = finding
    finding.failure.expected = redacted(finding.failure.expected)
    finding.failure.observed = redacted(finding.failure.observed)
    return finding
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
