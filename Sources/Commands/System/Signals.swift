// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
internal import Synchronization

internal import LibC

/// The effect of signals that end a program: the first one ends a run in good order, a later one
/// ends it at once with its clients.
package enum Signals {
  /// Raised by the first of them.
  package static let interruption = Interruption()

  /// The signals: a key on the terminal, the end of the terminal, and what job schedulers send
  /// before they kill a job.
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1]

  /// The time of the first one in nanoseconds of the monotonic clock; zero before it.
  private static let first = Atomic<Int64>(0)

  /// Nanoseconds after the first signal in which another one is ignored: timeout(1) sends one to
  /// its child and another to the child's group, and a run that is ended at once leaves its
  /// clients' folders behind.
  private static let grace: Int64 = 200_000_000

  /// Installs the handler that raises the interruption.
  package static func watch() {
    // They must exist before a handler uses them.
    _ = interruption
    _ = first.load(ordering: .relaxed)
    _ = ProcessGroups.all
    for number in numbers {
      // nohup(1) asks for the end of the terminal to be ignored.
      if number == SIGHUP, isIgnored(number) { continue }
      var action = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = { Signals.handle($0) }
      #else
        unsafe action.__sigaction_handler.sa_handler = { Signals.handle($0) }
      #endif
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESTART))
      _ = unsafe sigaction(number, &action, nil)
      // The parent process may have left signals blocked.
      var signals = sigset_t()
      _ = unsafe sigemptyset(&signals)
      _ = unsafe sigaddset(&signals, number)
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  /// `true` if the parent process asked for a signal to be ignored.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The handler. It calls only what signal-safety(7) allows.
  private static func handle(_ number: Int32) {
    interruption.raise()
    ProcessGroups.all.cancelStarts()
    let now = Instant.now.nanoseconds
    let (isFirst, earlier) = first.compareExchange(
      expected: 0, desired: now, ordering: .relaxed)
    guard !isFirst, now - earlier > grace else { return }
    ProcessGroups.all.endAll()
    // The signal has its default effect once this handler has returned.
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }

  /// How many cores this process may use.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
