// SPDX-License-Identifier: Apache-2.0

import TestThreads
import Testing

@testable import Platform

/// State that threads share, and how they wait for it.
@Suite(.onOwnThreads) struct MonitorTests {
  /// Waits until `isDone`, or until a deadline; returns how often the state was looked at.
  private func looks(
    _ monitor: Monitor<Bool>, until deadline: Instant, then: (inout Bool) -> Void = { $0 = true }
  ) -> Int {
    var looks = 0
    monitor.wait { isDone in
      looks += 1
      if isDone { return .done(()) }
      if deadline > .now { return .waitsUntil(deadline) }
      then(&isDone)
      return .done(())
    }
    return looks
  }

  @Test func aThreadSleepsUntilItsDeadline() {
    let start = Instant.now
    let deadline = start.advanced(byMilliseconds: 200)
    // A look before and one after; a thread may wake without a reason.
    #expect(looks(Monitor(false), until: deadline) < 5)
    #expect(Instant.now >= deadline)
  }

  @Test func aDeadlineThatHasPassedIsNotWaitedFor() {
    #expect(looks(Monitor(false), until: .now) == 1)
  }

  @Test func aChangeWakesAThreadBeforeItsDeadline() {
    let monitor = Monitor(false)
    let thread = WorkerThread {
      WorkerThread.sleep(milliseconds: 50)
      monitor.change { $0 = true }
    }
    // A thread that nobody wakes would sleep for days.
    _ = looks(monitor, until: Instant.now.advanced(byMilliseconds: 1_000_000_000)) { _ in
      Issue.record("nobody woke it")
    }
    thread?.join()
  }
}
