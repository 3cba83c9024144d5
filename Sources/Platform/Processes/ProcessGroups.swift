internal import Synchronization

internal import LibC

/// The process groups of clients that run, for a signal handler to end: a client that hangs would
/// outlive authspec, as it is in no group of the terminal's and does not see the end of its input.
@safe package final class ProcessGroups: Sendable {
  /// Those of this process. It must have been looked at once before a handler uses it.
  package static let all = ProcessGroups()

  /// More at a time than this are not ended by a signal.
  private static let most = 256

  /// The groups' numbers, nought where there is none: nothing moves, so that a handler may read
  /// while others write.
  nonisolated(unsafe) private let places: UnsafeMutablePointer<Atomic<Int32>>

  /// Set once nothing is waited for any more.
  private let isOver = Atomic<Bool>(false)

  /// Tells whoever waits for a client to start that it is waited for no longer; safe to call from a
  /// signal handler.
  package func giveUpStarts() { isOver.store(true, ordering: .relaxed) }

  /// True once clients that start are waited for no longer.
  package var startsAreGivenUp: Bool { isOver.load(ordering: .relaxed) }

  private init() {
    unsafe places = .allocate(capacity: ProcessGroups.most)
    for place in 0..<ProcessGroups.most { unsafe (places + place).initialize(to: Atomic(0)) }
  }

  /// Ends them all at once, with SIGKILL; safe to call from a signal handler.
  package func endAll() {
    for place in 0..<ProcessGroups.most {
      let number = unsafe places[place].load(ordering: .relaxed)
      if number > 0 { _ = kill(-number, SIGKILL) }
    }
  }

  /// A group runs.
  func add(_ number: Int32) { change(0, number) }

  /// It runs no more; to be said while its number is still its own.
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
