// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

extension Invariants {
  /// A client neither crashes nor hangs, and reports no internal error.
  static let clientIsSound = Invariant(
    .clientIsSound, "The client neither crashes nor hangs, and reports errors of its own kind",
    requirements: ["R257", "R422"]
  ) { evidence in
    var hasSubject = false
    for step in evidence.play.steps.indices {
      for index in evidence.play.steps[step].requests.indices
      where !evidence.play.steps[step].requests[index].isUnreported {
        hasSubject = true
        let request = evidence.play.steps[step].requests[index]
        switch request.outcome {
        case .hung:
          return .ended(
            .timeout,
            Finding(
              expected: "an end in time", observed: request.withoutEnd,
              rule: BrokenRule("R422", .robust)))
        case .crashed(let last):
          return .ended(
            .crash,
            Finding(
              expected: "a client that goes on", observed: last,
              rule: BrokenRule("R257", .robust)))
        case .failure(let failure) where failure.kind == .internal:
          // The requirement is about what a server sends.
          let hasReply = evidence.exchanges.contains { $0.step == step && $0.reply != nil }
          return .broken(
            expected: "an error of a documented kind", observed: failure.message,
            rule: BrokenRule(hasReply ? "R257" : nil, .robust))
        case .faulty(let reason):
          return .ended(.error, Finding(expected: "a driver that answers", observed: reason))
        case .response, .failure, .unsupported: continue
        }
      }
    }
    return hasSubject ? .held : .noSubject
  }
}
