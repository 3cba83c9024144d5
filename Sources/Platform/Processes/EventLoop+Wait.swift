// SPDX-License-Identifier: Apache-2.0

extension EventLoop {
  /// Turns the loop until `isDone` returns `true`, or until one of the limits is reached. Returns
  /// the place of that limit, or `nil`.
  ///
  /// - Parameters:
  ///   - process: the process that is waited for. Time in which neither it nor this thread could
  ///     run does not count.
  ///   - interval: the most milliseconds between two calls of `isDone`, if it can change without an
  ///     event of the loop.
  package func wait(
    within limits: inout [TimeLimit], for process: ChildProcess?, lookingEvery interval: Int? = nil,
    until isDone: () -> Bool
  ) -> Int? {
    while !isDone() {
      let now = Instant.now
      for place in limits.indices where limits[place].due <= now {
        let delay = delay(now: now) + (process?.delay(now: now) ?? 0)
        if limits[place].isUp(delay: delay, now: now) { return place }
      }
      var due = limits.lazy.map(\.due).min() ?? now
      if let interval { due = min(due, now.advanced(byMilliseconds: interval)) }
      turn(until: due)
    }
    return nil
  }

  /// A limit for a wait that begins now, for what a process does on this loop.
  package func limit(
    _ milliseconds: Int, for process: ChildProcess?, end: Instant? = nil
  ) -> TimeLimit {
    let now = Instant.now
    let delay =
      delay(unlessWithin: TimeLimit.age, now: now)
      + (process?.delay(unlessWithin: TimeLimit.age, now: now) ?? 0)
    return TimeLimit(milliseconds: milliseconds, delay: delay, end: end, now: now)
  }
}
