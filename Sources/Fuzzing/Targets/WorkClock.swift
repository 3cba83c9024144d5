internal import Polling

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Measures what a client's work costs: the processor's time of this thread where the client lives in it, which no other
/// process disturbs, or else the time that a play took.
struct WorkClock {
  let isInThisThread: Bool

  /// Nanoseconds of what `play` does; it returns how long it took.
  func time(_ play: () -> Int64) -> Int64 {
    let before = WorkClock.threadTime
    let duration = play()
    return isInThisThread ? WorkClock.threadTime - before : duration
  }

  private static var threadTime: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
