/// A thread that can be kept in an array and waited for.
public final class JoinableThread {
  private var thread: WorkerThread?

  /// Starts a thread; nil where the system has none to give.
  public init?(_ body: @escaping @Sendable () -> Void) {
    guard let thread = WorkerThread(body) else { return nil }
    self.thread = consume thread
  }

  /// Waits until the thread's work is done.
  public func join() {
    if let thread = thread.take() { thread.join() }
  }
}
