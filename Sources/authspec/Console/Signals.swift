internal import Conformance

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What signals do: the first SIGINT or SIGTERM ends a run in good order, the second at once.
enum Signals {
  /// Raised by the first SIGINT or SIGTERM.
  static let interruption = Interruption()

  /// A pipe that is closed is told by EPIPE, not by a signal.
  static func ignoreClosedPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// From here on a signal raises the interruption. The handler is gone after the first time, so the
  /// next signal does what it always does.
  static func watch() {
    // It must exist before a handler looks for it.
    _ = interruption
    for number in [SIGINT, SIGTERM] {
      var action = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = { _ in Signals.interruption.raise() }
      #else
        unsafe action.__sigaction_handler.sa_handler = { _ in Signals.interruption.raise() }
      #endif
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_RESTART)
      _ = unsafe sigaction(number, &action, nil)
      // Whoever started the program may have left it with signals blocked.
      var signals = sigset_t()
      _ = unsafe sigemptyset(&signals)
      _ = unsafe sigaddset(&signals, number)
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  /// How many cores this process may use.
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
