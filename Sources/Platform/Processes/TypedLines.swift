// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The lines of standard input, as they are typed, on an event loop.
///
/// The descriptor is left as it is, since others share it: it is read only when there is something
/// to read, and only while the program is in the foreground of its terminal. A program in the
/// background that reads is stopped (POSIX 11.1.4).
package final class TypedLines: DescriptorHandler {
  private let loop: EventLoop
  private let descriptor: Int32
  private var reader = LineReader()
  /// `true` once there is no more input.
  package private(set) var isAtEnd = false
  /// The most octets of a line.
  private static let limit = 1 << 12

  package init(on loop: EventLoop, descriptor: Int32 = 0) {
    self.loop = loop
    self.descriptor = descriptor
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 { isAtEnd = true }
  }

  /// The next line; `nil` if there is none yet. To be called between two turns of the loop.
  package func next() -> String? {
    if let line = reader.next() { return String(decoding: line, as: UTF8.self) }
    if !isAtEnd, isInForeground {
      loop.watch(descriptor, for: .readable, handler: self)
    }
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
      // What is longer is no line that anybody types.
      if reader.rest.count > TypedLines.limit { reader = LineReader() }
    } else if count == 0 {
      // On a terminal that is still there, more can be typed.
      isAtEnd = isatty(descriptor) == 0 || readiness.contains(.hungUp)
    } else if errno != EINTR, errno != EAGAIN {
      isAtEnd = true
    }
  }

  /// Reads no more.
  package func stop() { loop.forget(descriptor) }
}
