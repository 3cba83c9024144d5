// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A port of 127.0.0.1 that is reserved for another program to listen on.
///
/// A socket that is bound and does not listen reserves the port: connections are refused, and the
/// system assigns the port to no other program. A program that sets SO_REUSEADDR, as servers do,
/// can still listen on it. The port is not reserved for datagrams, because a bound socket would
/// accept them and not answer.
package final class ReservedPort: Sendable {
  /// The port number, for TCP and UDP.
  package let number: UInt16
  private let stream: Int32

  /// Reserves a port that is free for TCP and UDP; `nil` if none is found.
  package init?() {
    for _ in 0..<100 {
      guard let (stream, number) = ReservedPort.bound(SOCK_STREAM, 0) else { continue }
      guard let (datagrams, _) = ReservedPort.bound(SOCK_DGRAM, number) else {
        _ = close(stream)
        continue
      }
      _ = close(datagrams)
      // Set after bind(2), so that the port is not one that another program uses.
      StreamSocket.set(SOL_SOCKET, SO_REUSEADDR, on: stream)
      (self.number, self.stream) = (number, stream)
      return
    }
    return nil
  }

  deinit { _ = close(stream) }

  #if canImport(Darwin)
    private typealias SocketType = Int32
  #else
    private typealias SocketType = __socket_type
  #endif

  private static func bound(_ type: SocketType, _ port: UInt16) -> (Int32, UInt16)? {
    #if canImport(Darwin)
      let descriptor = closeOnExecSocket(AF_INET, type, 0)
    #else
      let descriptor = closeOnExecSocket(AF_INET, Int32(type.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isBound else {
      _ = close(descriptor)
      return nil
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
