// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension Check {
  /// `true` if the verdict is not final while the client still plays a step, since the requests or
  /// reports that the check waits for may still come.
  ///
  /// A verdict that is not open may still change, for example if a later request shows that
  /// requests repeat each other.
  package func isOpen(duringStep step: Int) -> Bool {
    if let own = descriptor.step, own != step { return own > step }
    if verdict == .inconclusive { return true }
    switch descriptor.kind {
    case .exchanges:
      guard verdict != .pass else { return false }
      switch finding?.deviation {
      case .neverSent, .challengeUnanswered, .redirectNotFollowed, .stopped: return true
      default: return false
      }
    case .handshakes, .order, .alternatives, .outcome, .response, .questions, .question, .stored,
      .observation:
      return verdict != .pass
    case .invariant, .prohibition, .detail, .repeats: return false
    }
  }
}
