// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Says once that a step of something takes long, while the thread that takes it is blocked.
package final class SlowNotice: Sendable {
  /// When the step began, in nanoseconds of `Instant`; 0 if none is being taken.
  private let began = Atomic<Int64>(0)
  private let isOver = Atomic<Bool>(false)

  /// The milliseconds between two looks.
  private static let interval = 50

  /// A notice of a step that takes longer than `milliseconds`; `say` is called once at most, from
  /// another thread.
  package init(after milliseconds: Int, say: @escaping @Sendable () -> Void) {
    _ = WorkerThread.detach { [self] in
      while !isOver.load(ordering: .relaxed) {
        WorkerThread.sleep(milliseconds: SlowNotice.interval)
        let start = began.load(ordering: .relaxed)
        guard start > 0, Instant.now.nanoseconds - start > Int64(milliseconds) * 1_000_000
        else { continue }
        if !isOver.exchange(true, ordering: .relaxed) { say() }
      }
    }
  }

  /// Takes a step.
  package func watch<Result>(_ step: () -> Result) -> Result {
    began.store(Instant.now.nanoseconds, ordering: .relaxed)
    defer { began.store(0, ordering: .relaxed) }
    return step()
  }

  /// Ends the notice: nothing is said any more.
  package func end() { isOver.store(true, ordering: .relaxed) }
}
