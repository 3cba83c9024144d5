// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The processor time of this thread for some work, in nanoseconds. What runs meanwhile does not
/// count.
package func threadTime(of body: () -> Void) -> Double {
  let begin = threadTime()
  body()
  return threadTime() - begin
}

/// The least time of three runs: caches and interrupts make some of them slower.
package func leastTime(of body: () -> Void) -> Double {
  (0..<3).map { _ in threadTime(of: body) }.min() ?? 0
}

private func threadTime() -> Double {
  var time = timespec()
  let code = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  #expect(code == 0)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
