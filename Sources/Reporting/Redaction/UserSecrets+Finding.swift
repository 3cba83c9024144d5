// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Transcripts

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

  /// The header of a run without the secrets.
  package func redacted(_ header: RunHeader) -> RunHeader {
    var header = header
    header.client = redacted(header.client)
    return header
  }

  /// The words of a command line that name a client, without the secrets. A client cannot be run
  /// from words that have `[redacted]` in them.
  package func redacted(_ words: [String]) -> [String] {
    isEmpty ? words : words.map { redacted($0) }
  }

  /// `true` if something was removed from these words of a command line.
  package static func areRedacted(_ words: [String]) -> Bool {
    words.contains { $0.contains(mark) }
  }
}
