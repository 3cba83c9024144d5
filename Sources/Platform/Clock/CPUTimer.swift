#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Measures what a client's work costs: the processor's time of this thread where the client lives
/// in it, which no other process disturbs, or else the time that a play took.
package struct CPUTimer {
  private let isInThisThread: Bool

  /// Measures work that is done in this thread, or elsewhere.
  package init(isInThisThread: Bool) { self.isInThisThread = isInThisThread }

  /// Nanoseconds of what `play` does; it returns how long it took.
  package func time(_ play: () -> Int64) -> Int64 {
    let before = CPUTimer.threadTime
    let duration = play()
    return isInThisThread ? CPUTimer.threadTime - before : duration
  }

  private static var threadTime: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
