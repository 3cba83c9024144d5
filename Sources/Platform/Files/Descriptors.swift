// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Reads from and writes to descriptors.
package enum Descriptors {
  enum Transfer {
    /// The number of octets, at least 1.
    case octets(Int)
    /// The call would block.
    case none
    /// The other side is closed, or there was an error.
    case end
  }

  /// Reads at most as many octets as a block has.
  static func read(_ descriptor: Int32, _ block: inout [UInt8]) -> Transfer {
    while true {
      let count = unsafe block.withUnsafeMutableBytes { bytes in
        unsafe LibC.read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 { return .octets(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .none : .end
    }
  }

  /// Writes as much as is possible without blocking.
  static func write(_ octets: ArraySlice<UInt8>, to descriptor: Int32) -> Transfer {
    while true {
      let count = unsafe octets.withUnsafeBytes { bytes in
        unsafe LibC.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 { return .octets(count) }
      if count == 0 { return .none }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .none : .end
    }
  }

  /// Reads up to the end, or at most `limit` octets.
  static func readAll(_ descriptor: Int32, limit: Int) -> [UInt8] {
    var octets: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while octets.count < limit, case .octets(let count) = read(descriptor, &block) {
      octets.append(contentsOf: block[..<min(count, limit - octets.count)])
    }
    return octets
  }

  /// The first `limit` octets of a file; `nil` if it cannot be opened, or is a link.
  static func beginning(of path: String, limit: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return readAll(descriptor, limit: limit)
  }

  /// Writes all octets. Returns `false` on an error.
  static func writeAll(_ octets: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = octets
    while !rest.isEmpty {
      guard case .octets(let count) = write(rest, to: descriptor) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// From now on, writing to a pipe or socket without a reader is the error EPIPE in place of a
  /// signal.
  package static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// From now on, writing beyond the limit for the size of a file (`ulimit -f`) is the error EFBIG
  /// in place of a signal.
  package static func ignoreSizeLimits() { _ = signal(SIGXFSZ, SIG_IGN) }
}
