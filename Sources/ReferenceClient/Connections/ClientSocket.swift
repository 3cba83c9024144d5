#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The calls to the system about one TCP connection; nothing blocks.
enum ClientSocket {
  /// What came of reading.
  enum Reception {
    case octets([UInt8])
    case none
    case end
    case broken
  }

  /// Begins to connect to a numeric address, or to localhost or a name below it, which lead back here (RFC 6761 6.3); nil
  /// where there is none or the system says no.
  static func connect(host: String, port: UInt16) -> Int32? {
    let name = host == "localhost" || host.hasSuffix(".localhost") ? "127.0.0.1" : host
    return name.contains(":") ? connect6(name, port) : connect4(name, port)
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
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      set(SOL_SOCKET, SO_NOSIGPIPE, on: descriptor)
    #endif
    set(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor)
    guard unsafe systemConnect(descriptor, address, length) == 0 || errno == EINPROGRESS else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func set(_ level: Int32, _ option: Int32, on descriptor: Int32) {
    var one: Int32 = 1
    _ = unsafe setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  /// True once a connection under way has been made; false where it was refused.
  static func isConnected(_ descriptor: Int32) -> Bool {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return result == 0 && code == 0
  }

  /// Reads what is there.
  static func receive(_ descriptor: Int32) -> Reception {
    let room = 1 << 16
    while true {
      var count = 0
      let octets = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
        count = unsafe recv(descriptor, buffer.baseAddress, room, 0)
        initialized = max(0, count)
      }
      if count > 0 { return .octets(octets) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .none
      default: return .broken
      }
    }
  }

  /// Writes as much as the system takes; nil where the connection is broken.
  static func send(_ descriptor: Int32, _ octets: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = unsafe octets.withUnsafeBytes { unsafe systemSend(descriptor, $0) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return 0
      default: return nil
      }
    }
  }

  /// Closes a descriptor.
  static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { unsafe connect(descriptor, address, length) }

private func systemSend(_ descriptor: Int32, _ octets: UnsafeRawBufferPointer) -> Int {
  #if os(Linux)
    unsafe send(descriptor, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
  #else
    unsafe send(descriptor, octets.baseAddress, octets.count, 0)
  #endif
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
