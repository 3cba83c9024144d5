// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Writes octets to a descriptor with few calls of write(2).
///
/// Once a write fails, nothing more is written.
package final class DescriptorWriter {
  /// The number of buffered octets that causes a write.
  private static let limit = 1 << 16

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The number of octets so far, including buffered ones.
  private(set) var position = 0
  /// The errno of the first error; `nil` if there was none.
  package private(set) var errorNumber: Int32?

  /// Writes to an open descriptor, which the caller closes.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// `true` if the other end of the pipe is closed.
  package var isClosedByReader: Bool { errorNumber == EPIPE }

  package func write(_ text: String) { write(text.utf8) }

  package func write(_ octets: some Collection<UInt8>) {
    guard errorNumber == nil else { return }
    buffer.append(contentsOf: octets)
    position += octets.count
    if buffer.count >= DescriptorWriter.limit { flush() }
  }

  /// Writes the buffered octets, and throws the first error about a file of that name.
  func flush(file: String) throws(FileError) {
    flush()
    if let errorNumber { throw FileError(file: file, errno: errorNumber) }
  }

  /// Writes the buffered octets.
  package func flush() {
    var start = 0
    while start < buffer.count, errorNumber == nil {
      let written = unsafe buffer.withUnsafeBytes { bytes in
        unsafe LibC.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
      } else if errno != EINTR {
        errorNumber = errno
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
