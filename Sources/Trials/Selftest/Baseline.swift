// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// The result of a case for the client without a fault.
struct Baseline: Sendable {
  let isSkipped: Bool
  let isBad: Bool
  /// Whether time ran out, which the scenario may intend.
  let lateness: TimeoutStatus
  /// The faults that could have made a difference.
  let reached: Set<String>
  /// The ids of the checks that are broken already: no fault can break them.
  private(set) var broken: Set<String> = []
  /// The checks that can be broken: those that only observe cannot.
  private(set) var binding: [CheckDescriptor] = []

  init(_ result: CaseResult, reached: Set<String>) {
    isSkipped = result.verdict == .skipped && result.checks.isEmpty
    isBad = result.isUnexpectedlyBad
    lateness = result.lateness
    self.reached = reached
    for check in result.checks {
      let descriptor = check.descriptor
      if check.verdict.isBroken {
        broken.insert(descriptor.id)
      } else if Verdict(breaking: descriptor.level).isBroken {
        binding.append(descriptor)
      }
    }
  }
}

extension Baseline {
  /// `true` if the client reaches the code of that fault.
  func isChanged(by fault: PlantedFault) -> Bool { !isSkipped && reached.contains(fault.name) }

  /// `true` if a client with a fault holds every check that the client without it holds.
  func isSatisfied(with result: CaseResult) -> Bool {
    result.checks.allSatisfy { check in
      broken.contains(check.descriptor.id)
        || !check.verdict.isBroken && check.verdict != .inconclusive
    }
  }
}

extension [Baseline?] {
  /// The number of cases that were played, and the ids of those that the client fails.
  func summary(of plans: [CasePlan]) -> (cases: Int, failures: [String]) {
    let played = zip(plans, self).filter { $1.map { !$0.isSkipped } ?? false }
    let failed = played.filter { $1?.isBad ?? false }
    return (played.count, failed.map { $0.0.played.id })
  }
}
