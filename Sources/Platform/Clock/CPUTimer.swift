// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Measures the time that a client takes: the CPU time of this thread if the client runs in it,
/// which other processes do not affect, or else the duration of the play.
package struct CPUTimer {
  private let isInThisThread: Bool

  package init(isInThisThread: Bool) { self.isInThisThread = isInThisThread }

  /// The nanoseconds that `play` takes; `play` returns its duration.
  package func time(_ play: () -> Int64) -> Int64 {
    let before = CPUTimer.threadTime
    let duration = play()
    return isInThisThread ? CPUTimer.threadTime - before : duration
  }

  private static var threadTime: Int64 { Instant.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
}
