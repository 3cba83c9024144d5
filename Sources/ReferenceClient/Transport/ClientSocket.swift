// SPDX-License-Identifier: Apache-2.0

import Platform
internal import LibC

/// Non-blocking system calls for a TCP connection.
enum ClientSocket {
  /// The result of reading.
  enum Reception {
    case octets([UInt8])
    case none
    case end
    case broken
  }

  /// Begins to connect to a numeric address. Returns `nil` for a name or if the system refuses.
  static func connect(host: String, port: UInt16) -> Int32? {
    host.contains(":") ? connect6(host, port) : connect4(host, port)
  }

  private static func connect4(_ host: String, _ port: UInt16) -> Int32? {
    var address = sockaddr_in()
    guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe open(AF_INET, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func connect6(_ host: String, _ port: UInt16) -> Int32? {
    var address = sockaddr_in6()
    guard unsafe inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe open(AF_INET6, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  private static func open(
    _ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32? {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = socket(family, kind, 0)
      guard descriptor >= 0 else { return nil }
    #else
      let descriptor = socket(family, SOCK_STREAM, 0)
      guard descriptor >= 0 else { return nil }
      StreamSocket.prepare(descriptor)
    #endif
    StreamSocket.sendAtOnce(descriptor)
    guard unsafe systemConnect(descriptor, address, length) == 0 || errno == EINPROGRESS else {
      StreamSocket.close(descriptor)
      return nil
    }
    return descriptor
  }

  /// `true` if the connection was made; `false` if it was refused.
  static func isConnected(_ descriptor: Int32) -> Bool {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return result == 0 && code == 0
  }

  /// Reads the available octets.
  static func receive(_ descriptor: Int32) -> Reception {
    var reception = StreamSocket.Reception.none
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
      reception = unsafe StreamSocket.receive(
        descriptor, into: UnsafeMutableRawBufferPointer(buffer))
      if case .octets(let count) = reception { initialized = count }
    }
    switch reception {
    case .octets: return .octets(octets)
    case .none: return .none
    case .end: return .end
    case .broken: return .broken
    }
  }
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { unsafe connect(descriptor, address, length) }
