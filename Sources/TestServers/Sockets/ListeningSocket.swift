internal import CMicroHTTPD
internal import Polling
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A socket that listens on a loopback address, on a port that the system chose.
struct ListeningSocket {
  let descriptor: Int32
  let address: String
  /// The address, as a number: 127.0.0.1 is 0x7F000001.
  let host: UInt32
  let port: UInt16
  /// `address:port`
  let authority: String
  /// `http://address:port`
  let url: String

  /// Listens on 127.0.0.`host`; where the system has 127.0.0.1 only, on that.
  init(host: Int) throws(ServerError) {
    guard (1...254).contains(host) else {
      throw ServerError("A host number is 1 to 254, not \(host).")
    }
    #if os(Linux)
      let last = UInt32(host)
    #else
      let last: UInt32 = 1
    #endif
    address = "127.0.0.\(last)"
    self.host = 0x7F00_0000 | last
    descriptor = try ListeningSocket.makeSocket()
    do throws(ServerError) {
      port = try ListeningSocket.bind(descriptor, last: last, address: address)
      authority = "\(address):\(port)"
      url = "http://" + authority
    } catch {
      StreamSocket.close(descriptor)
      throw error
    }
  }

  private static func makeSocket() throws(ServerError) -> Int32 {
    #if os(Linux)
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else {
      throw ServerError("No socket can be made: \(Sockets.lastError).")
    }
    #if !os(Linux)
      StreamSocket.prepare(descriptor)
    #endif
    return descriptor
  }

  private static func bind(
    _ descriptor: Int32, last: UInt32, address text: String
  ) throws(ServerError) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = (0x7F00_0000 | last).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe systemBind(descriptor, address, length)
      }
    }
    guard bound == 0 else {
      throw ServerError("A server cannot be bound to \(text): \(Sockets.lastError).")
    }
    guard listen(descriptor, 128) == 0 else {
      throw ServerError("A server cannot listen on \(text): \(Sockets.lastError).")
    }
    let named = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getsockname(descriptor, address, &length)
      }
    }
    guard named == 0 else {
      throw ServerError("The port of a server on \(text) is not known: \(Sockets.lastError).")
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

private func systemBind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { unsafe bind(descriptor, address, length) }
