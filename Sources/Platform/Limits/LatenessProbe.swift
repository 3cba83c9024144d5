// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A thread that sleeps for short times and adds up how late it wakes: a measure of how busy the
/// machine is, for systems that do not report how long a thread waited for a processor.
final class LatenessProbe: Sendable {
  /// The probe of this process, which starts at the first use.
  static let ofThisProcess = LatenessProbe()

  /// The milliseconds of each sleep.
  private static let sleep = 10
  /// Nanoseconds of lateness that an idle machine has, too.
  private static let usual: Int64 = 2_000_000

  private let sum = Atomic<Int64>(0)

  private init() {
    _ = WorkerThread.detach { [self] in
      while true {
        let due = Instant.now.advanced(byMilliseconds: LatenessProbe.sleep)
        WorkerThread.sleep(milliseconds: LatenessProbe.sleep)
        add(Instant.now.nanoseconds(since: due))
      }
    }
  }

  /// The nanoseconds by which it has woken too late, since it was started.
  var nanoseconds: Int64 { sum.load(ordering: .relaxed) }

  private func add(_ lateness: Int64) {
    guard lateness > LatenessProbe.usual else { return }
    sum.wrappingAdd(lateness, ordering: .relaxed)
  }
}
