// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Measures the CPU time of the calling thread, which other processes do not affect.
package enum CPUTimer {
  /// The nanoseconds of CPU time that `work` takes.
  package static func time(_ work: () -> Void) -> Int64 {
    let before = threadTime
    work()
    return threadTime - before
  }

  /// The nanoseconds of CPU time that the calling thread has taken since its start.
  package static var threadTime: Int64 { Instant.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
}
