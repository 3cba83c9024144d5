// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The lines that a user types on standard input, on an event loop.
///
/// The descriptor stays blocking, because other processes share it. It is read only if it is
/// readable and the program is in the foreground of its terminal; otherwise the system would stop
/// the program (POSIX 11.1.4).
package final class TypedLines: DescriptorHandler {
  private let loop: EventLoop
  private let descriptor: Int32
  private var reader = LineReader()
  /// `true` after the end of the input.
  package private(set) var isAtEnd = false
  /// The maximum number of octets of a line.
  private static let limit = 1 << 12

  package init(on loop: EventLoop, descriptor: Int32 = 0) {
    self.loop = loop
    self.descriptor = descriptor
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 { isAtEnd = true }
  }

  /// Returns the next line; `nil` if there is none yet. Call it between two turns of the loop.
  package func next() -> String? {
    if let line = reader.next() { return String(decoding: line, as: UTF8.self) }
    if !isAtEnd, isInForeground { loop.watch(descriptor, for: .readable, handler: self) }
    return nil
  }

  private var isInForeground: Bool {
    isatty(descriptor) == 0 || tcgetpgrp(descriptor) == getpgrp()
  }

  package func ready(_ descriptor: Int32, _ readiness: Readiness) {
    // Until the next line is asked for.
    loop.forget(descriptor)
    guard isInForeground else { return }
    var block = [UInt8](repeating: 0, count: TypedLines.limit)
    let count = unsafe block.withUnsafeMutableBytes { bytes in
      unsafe LibC.read(descriptor, bytes.baseAddress, bytes.count)
    }
    if count > 0 {
      reader.append(block[..<count])
      // Nobody types longer lines.
      if reader.rest.count > TypedLines.limit { reader = LineReader() }
    } else if count == 0 {
      // The user can type more after an end of file on a terminal that is still connected.
      isAtEnd = isatty(descriptor) == 0 || readiness.contains(.hungUp)
    } else if errno != EINTR, errno != EAGAIN {
      isAtEnd = true
    }
  }

  /// Stops reading.
  package func stop() { loop.forget(descriptor) }
}
