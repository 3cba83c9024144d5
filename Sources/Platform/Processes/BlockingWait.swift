// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A limited wait for a process that blocks the calling thread.
struct BlockingWait {
  private let process: Int32
  private var limit: TimeLimit
  private var thread = DelayMeter()
  private var processes = DelayMeter()

  /// A wait of `milliseconds` for a process, without the time in which neither it nor this thread
  /// could run.
  init(_ milliseconds: Int, for process: Int32) {
    self.process = process
    limit = TimeLimit(milliseconds: milliseconds, delay: 0)
    limit = TimeLimit(milliseconds: milliseconds, delay: delay(now: .now))
  }

  /// Returns `true` if the time is up.
  mutating func isUp() -> Bool {
    let now = Instant.now
    return limit.due <= now && limit.isUp(delay: delay(now: now), now: now)
  }

  /// Waits until a descriptor is readable or closed. Returns `false` if the time is up first.
  mutating func untilReadable(_ descriptor: Int32) -> Bool {
    while true {
      let left = max(0, limit.due.nanoseconds(since: .now))
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = min(left / 1_000_000 + 1, Int64(Int32.max))
      if unsafe poll(&entry, 1, Int32(milliseconds)) > 0 { return true }
      if isUp() { return false }
    }
  }

  private mutating func delay(now: Instant) -> Int64 {
    thread.measureThisThread(unlessWithin: 0, now: now)
    processes.measure(process: process, unlessWithin: 0, now: now)
    return thread.nanoseconds + processes.nanoseconds
  }
}
