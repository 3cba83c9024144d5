// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A time of the monotonic clock.
public struct Instant: Hashable, Comparable, Sendable {
  /// The nanoseconds since the clock's start.
  public let nanoseconds: Int64

  /// The time `nanoseconds` after the clock's start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The present time.
  public static var now: Instant { Instant(nanoseconds: nanoseconds(of: CLOCK_MONOTONIC)) }

  /// The present time of a clock in nanoseconds.
  static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time `milliseconds` later; on overflow the last or first possible time.
  public func advanced(byMilliseconds milliseconds: Int) -> Instant {
    let (step, isTooLong) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
    let (sum, isTooLate) = nanoseconds.addingReportingOverflow(step)
    guard isTooLong || isTooLate else { return Instant(nanoseconds: sum) }
    return Instant(nanoseconds: milliseconds < 0 ? .min : .max)
  }

  /// The nanoseconds from another time to this one, negative if that is later, clamped to Int64.
  public func nanoseconds(since earlier: Instant) -> Int64 {
    let (difference, isTooLong) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    guard isTooLong else { return difference }
    return self < earlier ? .min : .max
  }

  /// `true` if `left` is the earlier time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
