// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LibC

/// A forked copy of this process that does some work, reports it in lines, and ends. A crash of the
/// copy does not affect this process, which must have only one thread.
package final class ForkedProcess: DescriptorHandler {
  /// The way in which the copy ended.
  package enum End: Hashable, Sendable {
    /// The work is done.
    case done
    /// A part of the work took too long.
    case endless
    /// A signal ended it, or it ended before its work was done.
    case crashed
  }

  /// The memory limit of a copy, in octets.
  private static let memory: UInt64 = 1 << 30
  /// The time limit of a part of the work, in seconds.
  private static let seconds: Int32 = 2

  private let process: pid_t
  private let reading: Int32
  private let loop: EventLoop
  private var lines = LineReader()
  private let onLine: (String) -> Void
  private let onEnd: (End) -> Void

  /// Sends lines from the copy to this process.
  package struct LineSender {
    fileprivate let writing: Int32

    /// Sends a line, and begins the next part of the work.
    package func send(_ line: String) {
      authspec_begin_work(ForkedProcess.seconds)
      var octets = Array((line + "\n").utf8)[...]
      while !octets.isEmpty {
        let count = unsafe octets.withUnsafeBytes {
          unsafe write(writing, $0.baseAddress, $0.count)
        }
        guard count > 0 else { _exit(1) }
        octets = octets.dropFirst(count)
      }
    }
  }

  /// Starts a copy that does some work; `nil` if the system refuses. The loop calls `onLine` with
  /// each line and `onEnd` at the end.
  package init?(
    on loop: EventLoop, onLine: @escaping (String) -> Void, onEnd: @escaping (End) -> Void,
    work: (LineSender) -> Void
  ) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    guard unsafe authspec_pipe(&reading, &writing) == 0 else { return nil }
    process = authspec_fork(ForkedProcess.memory)
    if process == 0 {
      close(reading)
      work(LineSender(writing: writing))
      _exit(0)
    }
    close(writing)
    self.reading = reading
    self.loop = loop
    self.onLine = onLine
    self.onEnd = onEnd
    guard process > 0 else {
      close(reading)
      return nil
    }
    loop.watch(reading, for: .readable, handler: self)
  }

  package func ready(_ descriptor: Int32, _ readiness: Readiness) {
    var octets = [UInt8](repeating: 0, count: 1 << 14)
    let count = unsafe octets.withUnsafeMutableBytes {
      unsafe read(reading, $0.baseAddress, $0.count)
    }
    if count > 0 {
      lines.append(octets[..<count])
      while let line = lines.next() { onLine(String(decoding: line, as: UTF8.self)) }
      return
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    loop.forget(reading)
    close(reading)
    switch authspec_reap(process) {
    case 0: onEnd(.done)
    case -SIGPROF: onEnd(.endless)
    default: onEnd(.crashed)
    }
  }

  /// Kills the copy.
  package func end() { kill(process, SIGKILL) }
}
