// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A thread for a worker, whose loop blocks in poll(2).
package final class WorkerThread {
  /// `nil` after `join()`.
  private var thread: pthread_t?

  /// Starts a thread; `nil` if the system refuses.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let code = unsafe pthread_create(
      &started, nil, { unsafe WorkerThread.enter($0) }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      return nil
    }
    thread = started
  }

  /// Waits until the thread ends.
  package func join() {
    if let thread = thread.take() { _ = pthread_join(thread, nil) }
  }

  /// Starts a thread that is never joined. Returns `false` if the system refuses.
  package static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = WorkerThread(body)?.thread else { return false }
    return pthread_detach(thread) == 0
  }

  /// Suspends the calling thread.
  package static func sleep(milliseconds: Int) { _ = usleep(UInt32(milliseconds) * 1_000) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
    body.run()
    return nil
  }
}
