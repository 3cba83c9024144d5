// SPDX-License-Identifier: Apache-2.0

@testable import Platform
import TestThreads
import Testing

@Suite(.onOwnThreads) struct TimerTests {
  let loop = EventLoop()
  let probe = Probe()
  let past = Instant.now

  @Test func `timers come in the order of their times, and of their setting where those are equal`()
  {
    loop.schedule(at: past.advanced(byMilliseconds: -1), token: 2, handler: probe)
    loop.schedule(at: past.advanced(byMilliseconds: -2), token: 1, handler: probe)
    loop.schedule(at: past.advanced(byMilliseconds: -1), token: 3, handler: probe)
    loop.turn(until: past)
    #expect(probe.tokens == [1, 2, 3])
    loop.turn(until: past)
    #expect(probe.tokens == [1, 2, 3])
  }

  @Test func `a timer is not called before its time, and the loop waits for it`() {
    let due = Instant.now.advanced(byMilliseconds: 15)
    loop.schedule(at: due, token: 1, handler: probe)
    loop.turn(until: past)
    #expect(probe.tokens == [])
    // A loop that waited for this time instead would not come back.
    loop.turn(until: Instant(nanoseconds: .max))
    #expect(probe.tokens == [1])
    #expect(Instant.now >= due)
  }

  @Test func `a timer that is taken back does not come`() {
    let taken = loop.schedule(at: past, token: 1, handler: probe)
    loop.schedule(at: past, token: 2, handler: probe)
    loop.cancel(taken)
    loop.turn(until: past)
    #expect(probe.tokens == [2])
    loop.cancel(taken)
  }

  @Test func `a timer that an earlier one of the same turn takes back does not come`() {
    var second: EventLoop.TimerID?
    probe.act = { token in
      if token == 1, let second { self.loop.cancel(second) }
    }
    loop.schedule(at: past, token: 1, handler: probe)
    second = loop.schedule(at: past, token: 2, handler: probe)
    loop.schedule(at: past, token: 3, handler: probe)
    loop.turn(until: past)
    #expect(probe.tokens == [1, 3])
  }

  @Test func `a timer that is set anew for now waits for the next turn`() {
    probe.act = { token in
      if token < 3 { self.loop.schedule(at: self.past, token: token + 1, handler: self.probe) }
    }
    loop.schedule(at: past, token: 1, handler: probe)
    loop.turn(until: past)
    #expect(probe.tokens == [1])
    loop.turn(until: past)
    #expect(probe.tokens == [1, 2])
  }

  @Test func `a timer set meanwhile for earlier does not hold up one that is due`() {
    probe.act = { token in
      if token == 1 {
        self.loop.schedule(
          at: self.past.advanced(byMilliseconds: -9), token: 9, handler: self.probe)
      }
    }
    loop.schedule(at: past, token: 1, handler: probe)
    loop.schedule(at: past, token: 2, handler: probe)
    loop.turn(until: past)
    #expect(probe.tokens == [1, 2])
    loop.turn(until: past)
    #expect(probe.tokens == [1, 2, 9])
  }

  @Test func `a handler lives as long as its timer`() {
    weak var kept: Probe?
    var timer: EventLoop.TimerID?
    do {
      let probe = Probe()
      kept = probe
      timer = loop.schedule(at: past, handler: probe)
    }
    #expect(kept != nil)
    if let timer { loop.cancel(timer) }
    #expect(kept == nil)
  }
}

@Suite(.onOwnThreads) struct InstantTests {
  @Test func `times are counted in milliseconds and nanoseconds`() {
    let start = Instant(nanoseconds: 5)
    #expect(start.advanced(byMilliseconds: 2).nanoseconds == 2_000_005)
    #expect(start.advanced(byMilliseconds: -2).nanoseconds == -1_999_995)
    #expect(start.advanced(byMilliseconds: 2).nanoseconds(since: start) == 2_000_000)
    #expect(start.nanoseconds(since: start.advanced(byMilliseconds: 2)) == -2_000_000)
  }

  @Test func `what is out of reach is the end of time, not a trap`() {
    let start = Instant(nanoseconds: 5)
    #expect(start.advanced(byMilliseconds: .max).nanoseconds == .max)
    #expect(start.advanced(byMilliseconds: .min).nanoseconds == .min)
    #expect(Instant(nanoseconds: .max).advanced(byMilliseconds: 1).nanoseconds == .max)
    #expect(Instant(nanoseconds: .min).nanoseconds(since: start) == .min)
    #expect(Instant(nanoseconds: .max).nanoseconds(since: Instant(nanoseconds: -1)) == .max)
  }
}
