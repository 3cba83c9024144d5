// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
import Transcripts

/// The options of a run.
package struct RunOptions: Sendable {
  /// The number of workers, each with its own loop, servers and client; at least 1.
  package var jobs = 1
  /// Milliseconds that a client has for one request, unless the scenario sets a timeout.
  package var timeout = 2000
  /// Milliseconds past its timeout after which a client counts as hung.
  package var grace = 2000
  /// Milliseconds that a client has for a whole case; `nil` for a minute, or ten times `timeout` if
  /// that is more.
  package var caseTimeout: Int?
  /// The number of further plays with the same outcome that confirm a doubtful result.
  package var retries = 2
  /// Cases whose plays differ make the run bad.
  package var flakyFails = false
  /// The seed of all randomness.
  package var seed: UInt64 = 0
  /// When the run's time is up: no further case begins, and cases in play are not reported; `nil`
  /// for no limit.
  package var deadline: Instant?
  /// For each ability that the client was found not to have, the reason.
  package var refusals: [String: String] = [:]
  /// The cases that the client's file leaves out.
  package var skips: [SkippedCases] = []
  /// The run has all cases, so that an expected failure that does not occur is stale.
  package var isWhole = true
  /// The cases are that part of a selection; `nil` if they are not a part.
  package var shard: RunShard?
  /// Stop at the first case that makes the run bad.
  package var failFast = false
  /// authspec's version, for the header.
  package var version = ""

  package init() {}

  /// The options for one play with that timeout for a request: a client that ends its requests by
  /// itself does so at once, so a short grace is enough.
  package init(timeout: Int) {
    self.timeout = timeout
    grace = timeout / 2
  }
}
