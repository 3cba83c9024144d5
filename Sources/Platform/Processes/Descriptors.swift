#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reading from and writing to descriptors.
enum Descriptors {
  /// What came of reading or writing.
  enum Transfer {
    /// So many octets, more than none.
    case octets(Int)
    /// It would have to wait.
    case none
    /// The other side is gone.
    case end
  }

  /// Reads what is there into a block, at most as much as it takes.
  static func read(_ descriptor: Int32, _ block: inout [UInt8]) -> Transfer {
    while true {
      let count = unsafe block.withUnsafeMutableBytes { bytes in
        unsafe systemRead(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 { return .octets(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .none : .end
    }
  }

  /// Writes as much as goes at once.
  static func write(_ octets: ArraySlice<UInt8>, to descriptor: Int32) -> Transfer {
    while true {
      let count = unsafe octets.withUnsafeBytes { bytes in
        unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 { return .octets(count) }
      if count == 0 { return .none }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .none : .end
    }
  }

  /// Writes all of it, waiting as long as it takes. `false` if that cannot be done.
  static func writeAll(_ octets: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = octets
    while !rest.isEmpty {
      guard case .octets(let count) = write(rest, to: descriptor) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// A pipe that is written to when its reader is gone is told by an error, not by a signal, from
  /// here on.
  static let ignoreClosedPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  unsafe read(descriptor, room, count)
}

private func systemWrite(_ descriptor: Int32, _ octets: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, octets, count)
}
