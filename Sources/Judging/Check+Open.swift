// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension Check {
  /// `true` if the verdict is not final while the client is still at work on a step: it is about
  /// something that has not come yet and may come.
  ///
  /// A verdict that is not open may still be revised, as when a request turns out to be one of
  /// several that repeat each other.
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
