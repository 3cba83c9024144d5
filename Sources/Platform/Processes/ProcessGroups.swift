// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

internal import LibC

/// The process groups of running clients, which a signal handler ends: a client that hangs would
/// outlive authspec, since it is in no group of the terminal and does not read the end of its
/// input.
@safe package final class ProcessGroups: Sendable {
  /// The groups of this process. It must be evaluated before a signal handler uses it.
  package static let all = ProcessGroups()

  /// The most groups that a signal handler ends.
  private static let most = 256

  /// The numbers of the groups, 0 for none. The memory never moves, so that a handler can read
  /// while others write.
  nonisolated(unsafe) private let places: UnsafeMutablePointer<Atomic<Int32>>

  private let isOver = Atomic<Bool>(false)

  /// Ends all waiting for clients to start; safe to call from a signal handler.
  package func giveUpStarts() { isOver.store(true, ordering: .relaxed) }

  /// `true` once `giveUpStarts` was called.
  package var startsAreGivenUp: Bool { isOver.load(ordering: .relaxed) }

  private init() {
    unsafe places = .allocate(capacity: ProcessGroups.most)
    for place in 0..<ProcessGroups.most { unsafe (places + place).initialize(to: Atomic(0)) }
  }

  /// Ends all groups with SIGKILL; safe to call from a signal handler.
  package func endAll() {
    for place in 0..<ProcessGroups.most {
      let number = unsafe places[place].load(ordering: .relaxed)
      if number > 0 { _ = kill(-number, SIGKILL) }
    }
  }

  /// Adds a group.
  func add(_ number: Int32) { change(0, number) }

  /// Removes a group, before its process is reaped.
  func remove(_ number: Int32) { change(number, 0) }

  private func change(_ old: Int32, _ new: Int32) {
    for place in 0..<ProcessGroups.most {
      let isDone = unsafe places[place].compareExchange(
        expected: old, desired: new, ordering: .relaxed
      ).exchanged
      if isDone { return }
    }
  }
}
