// SPDX-License-Identifier: Apache-2.0

@testable import Platform
import Glibc
import TestThreads
import Testing

@Suite(.onOwnThreads) struct DescriptorTests {
  let loop = EventLoop()
  let probe = Probe()
  let past = Instant.now

  @Test func `a descriptor is reported while it is ready, and only then`() {
    let pair = Pair()
    loop.watch(pair.left, for: .readable, handler: probe)
    #expect(loop.watchedCount == 1)
    loop.turn(until: past)
    #expect(probe.readiness.isEmpty)
    pair.write()
    loop.turn(until: past)
    loop.turn(until: past)
    #expect(probe.readiness.map(\.readiness) == [.readable, .readable])
    pair.read()
    loop.turn(until: past)
    #expect(probe.readiness.count == 2)
  }

  @Test func `what a descriptor is waited on for can be changed`() {
    let pair = Pair()
    loop.watch(pair.left, for: .readable, handler: probe)
    loop.watch(pair.left, for: .writable, handler: probe)
    #expect(loop.watchedCount == 1)
    loop.turn(until: past)
    #expect(probe.readiness.map(\.readiness) == [.writable])
    loop.watch(pair.left, for: [], handler: probe)
    loop.turn(until: past)
    #expect(probe.readiness.count == 1)
  }

  @Test func `the other side's going is reported without being asked for`() {
    let pair = Pair()
    loop.watch(pair.left, for: [], handler: probe)
    pair.closeRight()
    loop.turn(until: past)
    #expect(probe.readiness.map(\.readiness) == [.hungUp])
  }

  @Test func `a descriptor that is no longer open is reported, and does not hold up the loop`() {
    let pair = Pair()
    loop.watch(pair.left, for: .readable, handler: probe)
    pair.closeLeft()
    loop.turn(until: Instant(nanoseconds: .max))
    #expect(probe.readiness.map(\.readiness) == [.hungUp])
  }

  @Test func `a descriptor forgotten by an earlier handler of the same turn is not reported`() {
    let pairs = [Pair(), Pair(), Pair()]
    probe.act = { descriptor in
      for pair in pairs where Int(pair.left) != descriptor { self.loop.forget(pair.left) }
    }
    for pair in pairs {
      pair.write()
      loop.watch(pair.left, for: .readable, handler: probe)
    }
    loop.turn(until: past)
    #expect(probe.readiness.count == 1)
    #expect(loop.watchedCount == 1)
    loop.turn(until: past)
    #expect(probe.readiness.count == 2)
    #expect(Set(probe.readiness.map(\.descriptor)).count == 1)
  }

  @Test func `a handler may forget its own descriptor`() {
    let pair = Pair()
    pair.write()
    probe.act = { self.loop.forget(Int32($0)) }
    loop.watch(pair.left, for: .readable, handler: probe)
    loop.turn(until: past)
    loop.turn(until: past)
    #expect(probe.readiness.count == 1)
    #expect(loop.watchedCount == 0)
    loop.forget(pair.left)
    loop.forget(-1)
    loop.forget(1_000_000)
    #expect(loop.watchedCount == 0)
  }

  @Test func `what was seen of a descriptor is not told to whoever watches its number anew`() {
    let (first, second) = (Pair(), Pair())
    let other = Probe()
    // Whichever of the two comes first forgets the other, and somebody else watches its number.
    probe.act = { descriptor in
      let stale = descriptor == Int(first.left) ? second.left : first.left
      self.loop.forget(stale)
      self.loop.watch(stale, for: [], handler: other)
      self.probe.act = { _ in }
    }
    for pair in [first, second] {
      pair.write()
      loop.watch(pair.left, for: .readable, handler: probe)
    }
    loop.turn(until: past)
    #expect(probe.readiness.count == 1)
    #expect(other.readiness.isEmpty)
  }

  @Test func `a handler lives as long as its descriptor is watched`() {
    let pair = Pair()
    weak var kept: Probe?
    do {
      let probe = Probe()
      kept = probe
      loop.watch(pair.left, for: .readable, handler: probe)
    }
    #expect(kept != nil)
    loop.forget(pair.left)
    #expect(kept == nil)
  }

  @Test func `a loop that has nothing to wait for waits until its deadline`() {
    let deadline = Instant.now.advanced(byMilliseconds: 20)
    loop.turn(until: deadline)
    #expect(Instant.now >= deadline)
    // One whose deadline is over does not wait at all.
    loop.turn(until: Instant(nanoseconds: .min))
  }

  @Test func `a descriptor that becomes ready ends the wait`() {
    let pair = Pair()
    loop.watch(pair.left, for: .readable, handler: probe)
    pair.write()
    loop.turn(until: Instant(nanoseconds: .max))
    #expect(probe.readiness.count == 1)
  }
}
