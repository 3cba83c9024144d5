/// Lets threads be kept in an array.
final class ThreadBox {
  private var thread: WorkerThread?

  init(_ thread: consuming WorkerThread) { self.thread = consume thread }

  func join() {
    if let thread = thread.take() { thread.join() }
  }
}
