// SPDX-License-Identifier: Apache-2.0

@testable import Platform
import Testing

#if os(Linux)
  import Glibc

  /// The time for which threads wait for a processor, as the system reports it.
  @Suite struct DelayMeterTests {
    @Test func theSystemReportsTheDelayOfThisThread() throws {
      let first = try #require(ProcessorWait.ofThisThread)
      #expect(first >= 0)
      #expect(try #require(ProcessorWait.ofThisThread) >= first)
    }

    @Test func allThreadsAndDescendantsOfAProcessAreMeasured() {
      #expect(ProcessorWait.ofThreads(from: getpid()).count > 1)
      #expect(ProcessorWait.ofThreads(from: 0).isEmpty)
    }

    @Test func aMeterMeasuresAnewOnlyAfterAWhile() {
      var meter = DelayMeter()
      let now = Instant.now
      meter.measure(unlessWithin: 0, now: now)
      let first = meter.nanoseconds
      // Whatever has been waited since, the last measurement is new enough.
      meter.measure(unlessWithin: 1_000, now: now.advanced(byMilliseconds: 999))
      #expect(meter.nanoseconds == first)
      meter.measure(unlessWithin: 1_000, now: now.advanced(byMilliseconds: 1_000))
      #expect(meter.nanoseconds >= first)
    }
  }
#endif
