// SPDX-License-Identifier: Apache-2.0

import Platform
internal import CMicroHTTPD
internal import LibC

/// The system calls for sockets that only servers need; every descriptor is non-blocking.
enum Sockets {
  #if os(Linux)
    private static let type = Int32(
      SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  #else
    private static let type = SOCK_STREAM
  #endif

  /// A new socket of an address family; negative if the system refuses.
  static func make(_ family: Int32) -> Int32 {
    let descriptor = socket(family, type, 0)
    #if !os(Linux)
      if descriptor >= 0 { StreamSocket.prepare(descriptor) }
    #endif
    return descriptor
  }

  /// Gives a socket an address.
  static func bind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32 { unsafe LibC.bind(descriptor, address, length) }

  /// The result of accepting a connection.
  enum Acceptance {
    case connection(Int32)
    case none
    /// The process or the system has no descriptors or no memory left.
    case exhausted(String)
  }

  /// The system's message for `errno`.
  static var lastError: String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
  }

  /// Accepts the next connection that waits at a listening socket.
  static func accept(at listener: Int32) -> Acceptance {
    while true {
      #if os(Linux)
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = authspec_accept(listener, flags)
      #else
        let descriptor = unsafe LibC.accept(listener, nil, nil)
      #endif
      if descriptor >= 0 {
        #if !os(Linux)
          StreamSocket.prepare(descriptor)
        #endif
        return .connection(descriptor)
      }
      switch errno {
      case EAGAIN, EWOULDBLOCK: return .none
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(lastError)
      case EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP, EFAULT: return .none
      default: continue  // EINTR, or a connection that broke while it waited.
      }
    }
  }

  /// Closes a connection so that the other side sees TCP RST.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    StreamSocket.close(descriptor)
  }

  /// The system's information about a TCP connection.
  struct Transport {
    /// The number of octets received since it was opened.
    var received: UInt64
    /// The other side has sent FIN or RST.
    var isEndedByPeer: Bool
  }

  /// The system's information about a connection; `nil` if there is none.
  static func transport(of descriptor: Int32) -> Transport? {
    #if os(Linux)
      // struct tcp_info of <linux/tcp.h>, whose tcpi_bytes_received (since 4.1) the C library's own
      // <netinet/tcp.h> does not have: the 64-bit number at octet 128.
      let place = 128
      return unsafe withUnsafeTemporaryAllocation(byteCount: place + 8, alignment: 8) { room in
        var length = socklen_t(room.count)
        guard
          unsafe getsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_INFO, room.baseAddress, &length) == 0,
          Int(length) == room.count
        else { return nil }
        // tcpi_state, at octet 0: TCP_CLOSE is 7, TCP_CLOSE_WAIT 8, TCP_LAST_ACK 9.
        return unsafe Transport(
          received: room.load(fromByteOffset: place, as: UInt64.self),
          isEndedByPeer: (7...9).contains(room.load(as: UInt8.self)))
      }
    #else
      return nil
    #endif
  }

  /// Two sockets that are connected to each other; `nil` if the system has none left.
  static func pair() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    #if !os(Linux)
      for end in ends { StreamSocket.prepare(end) }
    #endif
    return (ends[0], ends[1])
  }

  /// Holds octets back until FIN is sent, and sends both together: a client that has the octets then
  /// knows that the connection has ended. Does nothing if that is not TCP.
  static func holdForEnd(_ descriptor: Int32) {
    #if os(Linux)
      StreamSocket.set(Int32(IPPROTO_TCP), TCP_CORK, on: descriptor)
    #endif
  }

  /// Sends FIN.
  static func endSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends FIN, and makes reads return the end.
  static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
