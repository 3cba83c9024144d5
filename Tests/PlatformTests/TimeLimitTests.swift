// SPDX-License-Identifier: Apache-2.0

@testable import Platform
import Testing

/// Limits that do not count the time in which nobody could run. Times and delays are given, so that
/// the machine's load makes no difference.
@Suite struct TimeLimitTests {
  static let start = Instant(nanoseconds: 1_000_000_000)

  static func limit(_ milliseconds: Int, end: Int? = nil) -> TimeLimit {
    TimeLimit(
      milliseconds: milliseconds, delay: 0, end: end.map { start.advanced(byMilliseconds: $0) },
      now: start)
  }

  /// Checks a limit at each `due`, on a machine on which that share of the time is lost, and returns
  /// the milliseconds after which the limit was up.
  static func time(_ limit: TimeLimit, lost: Double) -> Int {
    var limit = limit
    var now = start
    while true {
      now = limit.due
      let elapsed = now.nanoseconds(since: start)
      if limit.isUp(delay: Int64(Double(elapsed) * lost), now: now) {
        return Int(elapsed / 1_000_000)
      }
    }
  }

  @Test func onAnIdleMachineItIsTheTimeThatHasPassed() {
    #expect(Self.time(Self.limit(2_000), lost: 0) == 2_000)
    #expect(Self.limit(2_000).stretch(now: Self.start.advanced(byMilliseconds: 2_000)) == 0)
  }

  @Test(arguments: [(0.5, 4_000), (0.75, 8_000)])
  func timeThatWasLostDoesNotCount(lost: Double, time: Int) {
    let found = Self.time(Self.limit(2_000), lost: lost)
    #expect(abs(found - time) <= 40)
  }

  @Test func aLimitIsStretchedTenTimesAtMost() {
    #expect(Self.time(Self.limit(300), lost: 1) == 3_000)
    var limit = Self.limit(300)
    let end = Self.start.advanced(byMilliseconds: 3_000)
    let isUp = limit.isUp(delay: 2_700_000_000, now: end)
    #expect(isUp && limit.stretch(now: end) == 2_700)
    // A wait that is only noticed late was not stretched.
    #expect(Self.limit(300).stretch(now: end) == 0)
  }

  @Test func anEndDoesNotMove() {
    #expect(Self.time(Self.limit(2_000, end: 1_500), lost: 0.9) == 1_500)
    #expect(Self.time(Self.limit(2_000, end: 5_000), lost: 0) == 2_000)
  }

  @Test func anEndIsNotReachedInTheMillisecondBeforeIt() {
    var limit = Self.limit(2_000, end: 1_500)
    let end = Self.start.advanced(byMilliseconds: 1_500)
    let before = Instant(nanoseconds: Self.start.nanoseconds + 1_499_600_000)
    let wasUp = limit.isUp(delay: 0, now: before)
    let isUp = limit.isUp(delay: 0, now: end)
    #expect(!wasUp && isUp)
  }

  /// Checks a limit at several times, each with a delay, and returns the results.
  static func checks(
    _ limit: TimeLimit, _ checks: [(milliseconds: Int, delay: Int64)]
  ) -> [Bool] {
    var limit = limit
    return checks.map { limit.isUp(delay: $0.delay, now: start.advanced(byMilliseconds: $0.0)) }
  }

  /// Several threads may wait at the same time: no more time is lost than has passed.
  @Test func moreDelayThanTimeIsNotCarriedOver() {
    let delay: Int64 = 60_000_000_000
    #expect(
      Self.checks(Self.limit(1_000), [(250, delay), (1_249, delay), (1_250, delay)])
        == [false, false, true])
  }

  /// A process that has ended takes its delay with it; the sum of all may fall.
  @Test func aDelayThatFallsIsNone() {
    let limit = TimeLimit(milliseconds: 100, delay: 5_000_000_000, now: Self.start)
    #expect(Self.checks(limit, [(99, 0), (100, 0)]) == [false, true])
  }

  @Test func hugeLimitsDoNotOverflow() {
    let limit = TimeLimit(milliseconds: .max, delay: 0, now: Self.start)
    #expect(Self.checks(limit, [(1_000, 0)]) == [false])
  }
}
