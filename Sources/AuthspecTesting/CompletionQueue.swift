// SPDX-License-Identifier: Apache-2.0

import Platform
internal import LibC
internal import Synchronization

/// Carries the results of tasks from any thread to a loop, which a pipe wakes.
final class CompletionQueue: Sendable {
  /// The results by id.
  private let results = Mutex<[Int: any Sendable]>([:])
  /// The end of the pipe to write to; -1 if no pipe could be opened, and once it is closed.
  private let writing: Mutex<Int32>
  private let pipe: WakePipe

  /// The end of the pipe that the loop watches; it belongs to the loop's thread.
  private final class WakePipe: DescriptorHandler, @unchecked Sendable {
    let loop: EventLoop
    var reading: Int32
    var resultsArrived: (() -> Void)?

    init(_ loop: EventLoop, _ reading: Int32) {
      self.loop = loop
      self.reading = reading
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
      var octets: [UInt8] = Array(repeating: 0, count: 256)
      while unsafe octets.withUnsafeMutableBytes({
        unsafe LibC.read(descriptor, $0.baseAddress, $0.count)
      }) > 0 {}
      resultsArrived?()
    }
  }

  init(_ loop: EventLoop) {
    var ends: [Int32] = [-1, -1]
    if unsafe LibC.pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    writing = Mutex(ends[1])
    pipe = WakePipe(loop, ends[0])
    if ends[0] >= 0 { loop.watch(ends[0], for: .readable, handler: pipe) }
  }

  /// Sets what the loop's thread does once results can be taken; to be called on that thread.
  func whenResultsArrive(_ action: @escaping () -> Void) { pipe.resultsArrived = action }

  /// Adds the result with an id; from any thread.
  func post(_ result: any Sendable, for id: Int) {
    results.withLock { $0[id] = result }
    writing.withLock { descriptor in
      guard descriptor >= 0 else { return }
      var octet: UInt8 = 1
      // A pipe that is full wakes the loop as well.
      _ = unsafe write(descriptor, &octet, 1)
    }
  }

  /// Returns and removes the result with an id.
  func take(_ id: Int) -> (any Sendable)? { results.withLock { $0.removeValue(forKey: id) } }

  /// Stops waking the loop; on the loop's thread.
  func close() {
    writing.withLock { descriptor in
      if descriptor >= 0 { _ = LibC.close(descriptor) }
      descriptor = -1
    }
    guard pipe.reading >= 0 else { return }
    pipe.loop.forget(pipe.reading)
    _ = LibC.close(pipe.reading)
    pipe.reading = -1
  }
}
