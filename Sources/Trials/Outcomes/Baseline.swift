// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// The result of a case for the unchanged client.
struct Baseline: Sendable {
  let isSkipped: Bool
  let isBad: Bool
  /// Whether time ran out, which the scenario may intend.
  let lateness: TimeoutStatus
  /// The changes that could have made a difference.
  let reached: NumberSet
  /// The ids of the checks that are broken already: no change can break them.
  private var broken: Set<String> = []
  /// The checks that can be broken: those that only observe cannot.
  private(set) var binding: [CheckDescriptor] = []

  init(_ result: CaseResult, reached: NumberSet) {
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

  /// `true` if the client reaches the code of one of the changes of these numbers.
  func isChanged(by numbers: [Int]) -> Bool {
    !isSkipped && numbers.contains { reached.contains($0) }
  }

  /// `true` if a check was broken by the unchanged client.
  func hasBroken(_ check: Check) -> Bool { broken.contains(check.descriptor.id) }

  /// `true` if a changed client holds every check that the unchanged client holds.
  func isSatisfied(with result: CaseResult) -> Bool {
    result.checks.allSatisfy {
      hasBroken($0) || !$0.verdict.isBroken && $0.verdict != .inconclusive
    }
  }
}

/// A set of small numbers: a bit for each, because each of thousands of cases has one of thousands.
struct NumberSet: Sendable {
  private var words: [UInt64] = []

  init(_ numbers: some Sequence<Int>) {
    for number in numbers {
      let (word, bit) = number.quotientAndRemainder(dividingBy: 64)
      if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
      words[word] |= 1 << UInt64(bit)
    }
  }

  func contains(_ number: Int) -> Bool {
    let (word, bit) = number.quotientAndRemainder(dividingBy: 64)
    return word < words.count && words[word] & (1 << UInt64(bit)) != 0
  }
}
