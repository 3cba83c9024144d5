// SPDX-License-Identifier: Apache-2.0

import Platform
internal import LibC
internal import Synchronization

/// Receives the news that results have arrived.
protocol MailboxReader: AnyObject {
  /// Results can be taken; called on the loop's thread.
  func mailArrived()
}

/// Brings the results of tasks on any thread to a loop: a pipe wakes it.
final class CompletionQueue: Sendable {
  private let letters = Mutex<[Int: any Sendable]>([:])
  /// -1 if no pipe could be opened, and once it is closed.
  private let writing: Mutex<Int32>
  private let bell: WakePipe

  /// What the loop watches; it belongs to the loop's thread.
  private final class WakePipe: DescriptorHandler, @unchecked Sendable {
    let loop: EventLoop
    var reading: Int32
    weak var reader: (any MailboxReader)?

    init(_ loop: EventLoop, _ reading: Int32) {
      self.loop = loop
      self.reading = reading
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
      var octets: [UInt8] = Array(repeating: 0, count: 256)
      while unsafe octets.withUnsafeMutableBytes({ unsafe CompletionQueue.read(descriptor, $0) })
        > 0
      {}
      reader?.mailArrived()
    }
  }

  init(_ loop: EventLoop) {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    writing = Mutex(ends[1])
    bell = WakePipe(loop, ends[0])
    if ends[0] >= 0 { loop.watch(ends[0], for: .readable, handler: bell) }
  }

  /// The receiver of the news; on the loop's thread only.
  var reader: (any MailboxReader)? {
    get { bell.reader }
    set { bell.reader = newValue }
  }

  /// Adds the result with an id; from any thread.
  func post(_ letter: any Sendable, for ticket: Int) {
    letters.withLock { $0[ticket] = letter }
    writing.withLock { descriptor in
      guard descriptor >= 0 else { return }
      var octet: UInt8 = 1
      // A pipe that is full wakes the loop as well.
      _ = unsafe write(descriptor, &octet, 1)
    }
  }

  /// Returns and removes the result with an id.
  func take(_ ticket: Int) -> (any Sendable)? {
    letters.withLock { $0.removeValue(forKey: ticket) }
  }

  /// Stops waking the loop; on the loop's thread.
  func close() {
    writing.withLock { descriptor in
      if descriptor >= 0 { _ = systemClose(descriptor) }
      descriptor = -1
    }
    guard bell.reading >= 0 else { return }
    bell.loop.forget(bell.reading)
    _ = systemClose(bell.reading)
    bell.reading = -1
  }

  private static func read(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
    unsafe systemRead(descriptor, room.baseAddress, room.count)
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  unsafe read(descriptor, room, count)
}
