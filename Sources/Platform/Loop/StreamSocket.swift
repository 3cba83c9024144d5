// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// System calls on a non-blocking socket of a connection.
package enum StreamSocket {
  package enum Reception {
    case octets(Int)
    case none
    /// The other side has closed its end.
    case end
    /// The connection is broken.
    case broken
  }

  package enum Dispatch {
    case octets(Int)
    case none
    case broken
  }

  /// Reads at most as many octets as `room` has.
  package static func receive(
    _ descriptor: Int32, into room: UnsafeMutableRawBufferPointer
  ) -> Reception {
    while true {
      let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
      if count > 0 { return .octets(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .none
      default: return .broken
      }
    }
  }

  /// Writes as many octets as possible without blocking.
  package static func send(_ descriptor: Int32, _ octets: ArraySlice<UInt8>) -> Dispatch {
    while true {
      let count = unsafe octets.withUnsafeBytes {
        unsafe LibC.send(descriptor, $0.baseAddress, $0.count, sendFlags)
      }
      if count >= 0 { return .octets(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .none
      default: return .broken
      }
    }
  }

  #if os(Linux)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #else
    private static let sendFlags: Int32 = 0
  #endif

  /// Disables Nagle's algorithm (RFC 9293 3.7.4).
  package static func sendAtOnce(_ descriptor: Int32) {
    set(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor)
  }

  /// Sets an option to 1.
  package static func set(_ level: Int32, _ option: Int32, on descriptor: Int32) {
    var one: Int32 = 1
    _ = unsafe setsockopt(
      descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  package static func close(_ descriptor: Int32) { _ = LibC.close(descriptor) }

  #if !os(Linux)
    /// Makes a socket like one with SOCK_NONBLOCK, SOCK_CLOEXEC and MSG_NOSIGNAL on Linux.
    package static func prepare(_ descriptor: Int32) {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      set(SOL_SOCKET, SO_NOSIGPIPE, on: descriptor)
    }
  #endif
}
