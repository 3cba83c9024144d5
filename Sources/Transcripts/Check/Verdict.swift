// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The verdict of a check or of a whole case.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// It held.
  case pass
  /// An observation; never fails.
  case note
  /// The client does not claim the ability that it takes.
  case skipped
  /// A SHOULD was broken.
  case warn
  /// The situation never arose: not a pass.
  case inconclusive
  /// A MUST, or a rule of safety, was broken.
  case fail
  /// The client did not finish in time.
  case timeout
  /// The client crashed.
  case crash
  /// The harness, or the client's driver, is at fault.
  case error
}

extension Verdict: Comparable {
  /// `true` if the left verdict is less grave. A case has the verdict of its gravest check.
  public static func < (left: Verdict, right: Verdict) -> Bool { left.gravity < right.gravity }

  private var gravity: Int {
    switch self {
    case .pass: 0
    case .note: 1
    case .skipped: 2
    case .warn: 3
    case .inconclusive: 4
    case .fail: 5
    case .timeout: 6
    case .crash: 7
    case .error: 8
    }
  }

  /// The verdict of a broken check of a level.
  package init(breaking level: Level) {
    switch level {
    case .must, .robust: self = .fail
    case .should: self = .warn
    case .may, .note: self = .note
    }
  }

  /// `true` if the verdict makes a run bad, unless it was expected.
  public var isBad: Bool {
    switch self {
    case .fail, .timeout, .crash, .error: true
    case .pass, .note, .skipped, .warn, .inconclusive: false
    }
  }

  /// `true` if a MUST, a SHOULD or a rule of safety was broken, or the verdict is graver.
  package var isBroken: Bool { isBad || self == .warn }
}
