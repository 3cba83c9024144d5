#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A point of the monotonic clock, in nanoseconds since some start that does not change in a process.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's start.
  public let nanoseconds: Int64

  /// A point so many nanoseconds after the clock's start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Now.
  public static var now: Instant {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// A point so many milliseconds later.
  public func advanced(byMilliseconds milliseconds: Int) -> Instant {
    Instant(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000)
  }

  /// Earlier than.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
