// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Groups the failures of a run by their causes. Each case counts once, for its gravest cause.
package struct FailureGrouping: Sendable {
  private var groups: [FailureCause: FailureGroup] = [:]

  package init() {}

  /// Adds a result, and returns its cause. Ignores a result that does not make the run bad, and
  /// returns `nil`.
  @discardableResult
  package mutating func take(_ result: CaseResult) -> FailureCause? {
    guard result.isUnexpectedlyBad, let (cause, check) = result.gravestCause else { return nil }
    if groups[cause] == nil {
      groups[cause] = FailureGroup(cause, shownBy: check, of: result)
    } else {
      groups[cause]?.add(result, shownBy: check)
    }
    return cause
  }

  /// The groups, the gravest first; of equally grave ones the largest first.
  package var sorted: [FailureGroup] {
    groups.values.sorted {
      ($0.cause.kind, -$0.cases.count, $0.cause.id) < ($1.cause.kind, -$1.cases.count, $1.cause.id)
    }
  }
}

extension CaseResult {
  /// The gravest cause of its unexpected failures, and the check that shows it.
  fileprivate var gravestCause: (cause: FailureCause, check: Check?)? {
    var gravest: (cause: FailureCause, check: Check?)?
    if verdict == .error && checks.isEmpty { gravest = (FailureCause(.fault), nil) }
    if isFlakyFailure { gravest = (FailureCause(.flaky), nil) }
    if !unexpectedPasses.isEmpty {
      let check = checks.first { unexpectedPasses[$0.descriptor.id] != nil }
      gravest = (FailureCause(.unexpectedPass), check)
    }
    for check in checks where check.verdict.isBad && expected[check.descriptor.id] == nil {
      let cause = FailureCause(check, in: self)
      if gravest.map({ cause.kind < $0.cause.kind }) ?? true { gravest = (cause, check) }
    }
    return gravest
  }
}
