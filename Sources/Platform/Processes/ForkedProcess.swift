// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LibC

/// A copy of this process that does some work, reports it in lines, and ends. If it crashes, this
/// process goes on. Only for a process with one thread.
package final class ForkedProcess: DescriptorHandler {
  /// How it ended.
  package enum End: Hashable, Sendable {
    /// By itself.
    case done
    /// One part of the work took too long.
    case endless
    /// A signal ended it, or it ended before its work was done.
    case crashed
  }

  /// Octets of memory for a copy.
  private static let memory: UInt64 = 1 << 30
  /// Seconds of work on one part.
  private static let seconds: Int32 = 2

  private let process: pid_t
  private let reading: Int32
  private let loop: EventLoop
  private var lines = LineReader()
  private let told: (String) -> Void
  private let ended: (End) -> Void

  package struct Teller {
    fileprivate let writing: Int32

    /// Reports a line, and begins another part of the work.
    package func tell(_ line: String) {
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

  /// Starts a copy that does some work; `nil` if the system refuses. `told` is called with its
  /// lines and `ended` with its end, both from the loop.
  package init?(
    on loop: EventLoop, told: @escaping (String) -> Void, ended: @escaping (End) -> Void,
    work: (Teller) -> Void
  ) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    guard unsafe authspec_pipe(&reading, &writing) == 0 else { return nil }
    process = authspec_fork(ForkedProcess.memory)
    if process == 0 {
      close(reading)
      work(Teller(writing: writing))
      _exit(0)
    }
    close(writing)
    self.reading = reading
    self.loop = loop
    self.told = told
    self.ended = ended
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
      while let line = lines.next() { told(String(decoding: line, as: UTF8.self)) }
      return
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    loop.forget(reading)
    close(reading)
    switch authspec_reap(process) {
    case 0: ended(.done)
    case -SIGPROF: ended(.endless)
    default: ended(.crashed)
    }
  }

  /// Ends the copy before its work is done.
  package func end() { kill(process, SIGKILL) }
}
