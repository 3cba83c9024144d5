#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Octets on their way to a descriptor, gathered so that write(2) is seldom called.
///
/// Once a write fails, nothing more is written; a closed pipe is not a failure worth a word.
package final class DescriptorWriter {
  /// Gathered octets are written when there are so many.
  private static let limit = 1 << 16

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// How many octets were handed over so far, gathered ones included.
  private(set) var position = 0
  /// The number of the first error; nil as long as all went well.
  package private(set) var errorNumber: Int32?

  /// Writes to an open descriptor, which stays the caller's to close.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// True once whoever read the other end of a pipe has gone.
  package var isClosedByReader: Bool { errorNumber == EPIPE }

  /// Adds the UTF-8 octets of a text.
  package func write(_ text: String) { write(text.utf8) }

  /// Adds octets.
  package func write(_ octets: some Collection<UInt8>) {
    guard errorNumber == nil else { return }
    buffer.append(contentsOf: octets)
    position += octets.count
    if buffer.count >= DescriptorWriter.limit { flush() }
  }

  /// Hands everything gathered so far to the system.
  package func flush() {
    var start = 0
    while start < buffer.count, errorNumber == nil {
      let written = unsafe buffer.withUnsafeBytes { bytes in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
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

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
