// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

internal import LibC

/// The process groups of running clients, which a signal handler kills. A client that hangs would
/// otherwise outlive authspec, because the terminal sends no signals to its group.
@safe package final class ProcessGroups: Sendable {
  /// The groups of this process. Evaluate it before a signal handler uses it.
  package static let all = ProcessGroups()

  /// The maximum number of groups.
  private static let capacity = 256

  /// The ids of the groups, 0 for none. The memory never moves, so that a signal handler can read
  /// it at any time.
  nonisolated(unsafe) private let places: UnsafeMutablePointer<Atomic<Int32>>

  private let isCancelled = Atomic<Bool>(false)

  /// Ends all waiting for the start of clients. Can be called from a signal handler.
  package func cancelStarts() { isCancelled.store(true, ordering: .relaxed) }

  /// `true` once `cancelStarts()` was called.
  package var startsAreCancelled: Bool { isCancelled.load(ordering: .relaxed) }

  private init() {
    unsafe places = .allocate(capacity: ProcessGroups.capacity)
    for place in 0..<ProcessGroups.capacity { unsafe (places + place).initialize(to: Atomic(0)) }
  }

  /// Kills all groups. Can be called from a signal handler.
  package func endAll() {
    for place in 0..<ProcessGroups.capacity {
      let number = unsafe places[place].load(ordering: .relaxed)
      if number > 0 { _ = kill(-number, SIGKILL) }
    }
  }

  func add(_ number: Int32) { change(0, number) }

  /// Removes a group. Call it before the process is reaped.
  func remove(_ number: Int32) { change(number, 0) }

  private func change(_ old: Int32, _ new: Int32) {
    for place in 0..<ProcessGroups.capacity {
      let isDone = unsafe places[place].compareExchange(
        expected: old, desired: new, ordering: .relaxed
      ).exchanged
      if isDone { return }
    }
  }
}
