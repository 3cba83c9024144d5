// SPDX-License-Identifier: Apache-2.0

/// A limit for the time that a client, or another process, takes. Time in which it could not run
/// because other programs had the processors does not count, up to ten times the limit.
///
/// Nobody measures that time while a limit is far: whoever waits calls `isUp` at `due`, with the
/// delays that the meters of the loop and of the process have added up by then.
public struct TimeLimit: Sendable {
  /// The milliseconds of the limit.
  package let milliseconds: Int
  /// When `isUp` must be called next.
  package private(set) var due: Instant
  /// When the wait ends, however busy the machine is.
  private let latest: Instant
  private let began: Instant
  private var checked: Instant
  /// The delay at the last check.
  private var delay: Int64
  /// The nanoseconds that do not count.
  private var lost: Int64 = 0

  /// The factor by which a wait may be longer than its limit.
  package static let mostStretch = 10
  /// The shortest time between two checks, in milliseconds.
  private static let shortestCheck = 20
  /// The longest time between two checks, in milliseconds: a process that starts and ends between
  /// them is not measured.
  private static let longestCheck = 250
  /// Within this number of milliseconds a delay need not be measured anew at the start of a limit.
  package static let age = 100

  /// A limit from `now` on. `delay` is what the meters have measured so far, in nanoseconds. The
  /// wait ends at `end` at the latest, which does not move.
  package init(milliseconds: Int, delay: Int64, end: Instant? = nil, now: Instant = .now) {
    self.milliseconds = milliseconds
    self.delay = delay
    began = now
    checked = now
    let most = now.advanced(
      byMilliseconds: milliseconds.multipliedReportingOverflow(by: TimeLimit.mostStretch).overflow
        ? .max : milliseconds * TimeLimit.mostStretch)
    latest = end.map { min($0, most) } ?? most
    due = min(TimeLimit.nextCheck(in: milliseconds, of: milliseconds, now), latest)
  }

  /// Returns `true` if the limit has been reached. Otherwise it moves `due`, which had passed.
  package mutating func isUp(delay: Int64, now: Instant = .now) -> Bool {
    let interval = now.nanoseconds(since: checked)
    lost += min(max(0, delay - self.delay), max(0, interval))
    (checked, self.delay) = (now, delay)
    let left = left(now: now)
    if left <= 0 { return true }
    due = min(TimeLimit.nextCheck(in: left, of: milliseconds, now), latest)
    return false
  }

  /// The milliseconds that are left at the last check, less those that have passed since, rounded
  /// up: a limit is not reached before its time.
  package func left(now: Instant = .now) -> Int {
    let counted = now.nanoseconds(since: began) - lost
    let rest = latest.nanoseconds(since: now)
    let isPart = rest % 1_000_000 > 0
    return min(
      milliseconds - Int(counted / 1_000_000), Int(rest / 1_000_000) + (isPart ? 1 : 0))
  }

  /// The milliseconds by which the wait has been longer than the limit so far, because the machine
  /// was busy.
  package func stretch(now: Instant = .now) -> Int {
    let over = Int(now.nanoseconds(since: began) / 1_000_000) - milliseconds
    return max(0, min(over, Int(lost / 1_000_000)))
  }

  /// The time of the next check: threads that end meanwhile take their delay with them, so a long
  /// wait is checked several times.
  private static func nextCheck(in left: Int, of whole: Int, _ now: Instant) -> Instant {
    now.advanced(byMilliseconds: min(left, max(shortestCheck, min(whole / 4, longestCheck))))
  }
}
