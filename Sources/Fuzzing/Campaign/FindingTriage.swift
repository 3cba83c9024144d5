// SPDX-License-Identifier: Apache-2.0

/// Plays variations of an input with a failure, to find what causes the failure.
final class FindingTriage {
  private let target: any FuzzTarget
  private let oracle: Oracle
  /// Returns `true` if the campaign is over. An input is then not minimised further.
  private let isOver: () -> Bool
  /// The number of plays.
  private(set) var plays = 0
  /// The number of plays that timed out.
  private var timeouts = 0
  /// The most timeouts while an input is minimised: each takes as long as hundreds of other plays.
  private static let maxTimeouts = 8

  init(_ target: any FuzzTarget, _ oracle: Oracle, isOver: @escaping () -> Bool) {
    self.target = target
    self.oracle = oracle
    self.isOver = isOver
  }

  /// The finding for a failure; `nil` if known findings explain the failure.
  func finding(
    _ failure: OracleFailure, _ pending: PendingTriage, apartFrom known: [FuzzFinding]
  ) -> FuzzFinding? {
    guard let (failure, rest) = unexplained(failure, pending, by: known) else { return nil }
    let finding = minimised(failure, rest, apartFrom: known, pending)
    // A busy machine can make a client slow once.
    return finding.isStable || oracle != .slow ? finding : nil
  }

  /// The oracle's failure with another input; `nil` if there is none.
  private func again(_ input: FuzzInput, _ signature: FailureSignature) -> OracleFailure? {
    plays += 1
    let failures = target.observe(input, lookingFor: signature).failures
    if failures.contains(where: \.signature.isTimeout) { timeouts += 1 }
    return failures.first { $0.signature == signature }
      ?? failures.first { $0.signature.oracle == oracle }
  }

  /// Removes the features of known findings from the input. Returns the failure that is left and
  /// its input; `nil` if the known findings explain the failure.
  private func unexplained(
    _ failure: OracleFailure, _ pending: PendingTriage, by findings: [FuzzFinding]
  ) -> (OracleFailure, FuzzInput)? {
    let signature = failure.signature
    if findings.contains(where: { $0.isSameError(as: signature) }) { return nil }
    let known = findings.filter { $0.explains(signature, pending.features) }
    if known.contains(where: { $0.features.isEmpty && $0.failure.signature == signature }) {
      return nil
    }
    var trees = InputTrees(pending.input)
    var featuresLeft = pending.features
    // Removing the features of one finding can also remove those of another.
    for finding in known where finding.features.allSatisfy(featuresLeft.contains) {
      let before = trees.input
      for feature in finding.features {
        if let rest = feature.removed(from: trees) { trees = InputTrees(rest) }
      }
      if trees.input != before { featuresLeft = trees.features }
    }
    let rest = trees.input
    guard rest != pending.input else { return (failure, rest) }
    return again(rest, signature).map { ($0, rest) }
  }

  /// The finding with the smallest input that does not show one of the known findings instead.
  private func minimised(
    _ failure: OracleFailure, _ input: FuzzInput, apartFrom known: [FuzzFinding],
    _ pending: PendingTriage
  ) -> FuzzFinding {
    let signature = failure.signature
    let features = InputTrees(input).features
    let others = known.filter {
      $0.failure.signature == signature && !$0.features.isEmpty
        && !$0.features.allSatisfy(features.contains)
    }
    func isStillThere(_ input: FuzzInput) -> Bool {
      !others.contains { $0.isShown(by: InputTrees(input)) }
        && again(input, signature)?.signature == signature
    }
    func finding(
      _ failure: OracleFailure, _ features: [InputFeature], _ input: FuzzInput, isStable: Bool
    ) -> FuzzFinding {
      FuzzFinding(
        failure: failure, features: features, input: input, original: pending.input,
        run: pending.run, isStable: isStable)
    }
    guard isStillThere(input), isStillThere(input) else {
      return finding(failure, [], input, isStable: false)
    }
    let minimiser = Minimiser(
      input, maxTrials: oracle.maxTrials,
      unless: { [self] in isOver() || timeouts >= FindingTriage.maxTimeouts }, where: isStillThere)
    let small = minimiser.smallest()
    let trees = InputTrees(small)
    let needed = InputFeature.allCases.filter { feature in
      feature.removed(from: trees).map { again($0, signature) == nil } ?? false
    }
    return finding(again(small, signature) ?? failure, needed, small, isStable: true)
  }
}

extension FuzzFinding {
  /// `true` if the finding explains a failure that vanishes without the finding's features.
  ///
  /// A challenge that is not answered because of another one is answered when it is alone. So a
  /// finding that only needs several challenges explains wrong credentials, but not their absence.
  fileprivate func explains(_ other: FailureSignature, _ features: [InputFeature]) -> Bool {
    mayExplain(other, features)
      && (!self.features.allSatisfy(InputFeature.ofNumber.contains)
        || failure.signature.isOfSilence == other.isOfSilence)
  }

  /// `true` if an input has all features of the finding.
  fileprivate func isShown(by trees: InputTrees) -> Bool {
    features.allSatisfy { $0.removed(from: trees) != nil }
  }
}

extension Oracle {
  /// The most trials while an input is minimised.
  fileprivate var maxTrials: Int {
    switch self {
    case .slow: SlowOracle.maxTrials
    case .memory: MemoryOracle.maxTrials
    case .answer, .noAnswer, .whole, .disagreement, .invariant, .harness: Minimiser.maxTrials
    }
  }
}
