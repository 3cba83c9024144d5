// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The least time of three runs, in nanoseconds of this thread's own work, as other tests run
/// meanwhile.
func leastTime(of body: () -> Void) -> Double {
  (0..<3).map { _ in
    let begin = threadTime()
    body()
    return threadTime() - begin
  }.min() ?? 0
}

private func threadTime() -> Double {
  var time = timespec()
  let code = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  #expect(code == 0)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
