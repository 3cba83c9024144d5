// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Adds up the time for which a thread, or the threads of a process and its descendants, could not
/// run because other programs had the processors.
package struct DelayMeter {
  /// The nanoseconds measured so far.
  package private(set) var nanoseconds: Int64 = 0
  /// What each thread had waited when it was measured last, by thread id. A thread that has ended
  /// stays counted in `nanoseconds`.
  private var threads: [Int32: Int64] = [:]
  private var measured: Instant?

  package init() {}

  /// Measures the calling thread, unless that was done in the last `age` milliseconds.
  mutating func measureThisThread(unlessWithin age: Int, now: Instant) {
    guard isOlder(than: age, at: now) else { return }
    nanoseconds = ProcessorWait.ofThisThread ?? LatenessProbe.ofThisProcess.nanoseconds
  }

  /// Measures this process and its descendants, unless that was done in the last `age`
  /// milliseconds.
  package mutating func measure(unlessWithin age: Int, now: Instant) {
    measure(process: getpid(), unlessWithin: age, now: now)
  }

  /// Measures a process and its descendants, unless that was done in the last `age` milliseconds.
  mutating func measure(process: Int32, unlessWithin age: Int, now: Instant) {
    guard isOlder(than: age, at: now) else { return }
    let found = ProcessorWait.ofThreads(from: process)
    for (thread, wait) in found { nanoseconds += max(0, wait - (threads[thread] ?? 0)) }
    threads = found
  }

  private mutating func isOlder(than age: Int, at now: Instant) -> Bool {
    if let measured, now < measured.advanced(byMilliseconds: age) { return false }
    measured = now
    return true
  }
}
