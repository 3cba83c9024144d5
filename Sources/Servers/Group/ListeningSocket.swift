// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Platform
import Transcripts
internal import CMicroHTTPD
internal import LibC

/// A socket that listens on a loopback address, on a port that the system chose or that a server at
/// another address has as well.
package struct ListeningSocket {
  let descriptor: Int32
  let address: String
  /// The address as a number: 127.0.0.1 is 0x7F000001; `nil` for [::1].
  let host: UInt32?
  let port: UInt16
  /// `address:port`
  var authority: String { "\(Recording.Server.bracketed(address)):\(port)" }

  /// Listens on 127.0.0.`host` (127.0.0.1 if the system has only that), on [::1], or on the address
  /// of the placement if it has one; on a free port if `port` is 0.
  init(
    host: Int, isIPv6: Bool = false, port: UInt16 = 0,
    placement: ServerPlacement = ServerPlacement()
  ) throws(ServerError) {
    guard (1...254).contains(host) else {
      throw ServerError("A host number is 1 to 254, not \(host).")
    }
    #if os(Linux)
      let last = UInt32(host)
    #else
      let last: UInt32 = 1
      if port != 0, !isIPv6 {
        throw ServerError(
          "This machine has no second loopback address, at which a server could share a port.",
          .noSuchAddress)
      }
    #endif
    let number = placement.address?.number ?? 0x7F00_0000 | last
    address = isIPv6 ? "::1" : placement.address?.text ?? "127.0.0.\(last)"
    self.host = isIPv6 ? nil : number
    descriptor = try ListeningSocket.makeSocket(isIPv6 ? AF_INET6 : AF_INET)
    // A port that was chosen may have old connections in TIME-WAIT (RFC 9293 3.6.1).
    if placement.firstPort != nil {
      StreamSocket.set(SOL_SOCKET, SO_REUSEADDR, on: descriptor)
    }
    do throws(ServerError) {
      self.port =
        isIPv6
        ? try ListeningSocket.bind6(descriptor, port)
        : try ListeningSocket.bind4(descriptor, port, number: number, address: address)
    } catch {
      StreamSocket.close(descriptor)
      throw error
    }
  }

  private static func makeSocket(_ family: Int32) throws(ServerError) -> Int32 {
    let descriptor = Sockets.make(family)
    guard descriptor >= 0 else {
      throw errno == EAFNOSUPPORT
        ? ServerError("This machine has no addresses of that family.", .noSuchAddress)
        : ServerError("No socket can be made: \(Sockets.lastError).")
    }
    return descriptor
  }

  private static func bind4(
    _ descriptor: Int32, _ port: UInt16, number: UInt32, address text: String
  ) throws(ServerError) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = number.bigEndian
    try unsafe bind(
      descriptor, &address, address: port == 0 ? text : "\(text), port \(port)")
    return UInt16(bigEndian: address.sin_port)
  }

  private static func bind6(_ descriptor: Int32, _ port: UInt16) throws(ServerError) -> UInt16 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    try unsafe bind(descriptor, &address, address: "[::1]")
    return UInt16(bigEndian: address.sin6_port)
  }

  /// Binds, listens, and sets the address to the one that the system chose.
  private static func bind<Address>(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<Address>, address text: String
  ) throws(ServerError) {
    var length = socklen_t(MemoryLayout<Address>.size)
    let bound = unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      unsafe Sockets.bind(descriptor, address, length)
    }
    guard bound == 0 else { throw failure(to: "be bound to", text) }
    guard listen(descriptor, 128) == 0 else { throw failure(to: "listen on", text) }
    let named = unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      unsafe getsockname(descriptor, address, &length)
    }
    guard named == 0 else {
      throw ServerError("The port of a server on \(text) is not known: \(Sockets.lastError).")
    }
  }

  private static func failure(to what: String, _ address: String) -> ServerError {
    let reason = "A server cannot \(what) \(address): \(Sockets.lastError)."
    return switch errno {
    case EADDRINUSE: ServerError(reason, .portTaken)
    case EADDRNOTAVAIL: ServerError("This machine has no address \(address).", .noSuchAddress)
    default: ServerError(reason)
    }
  }
}

extension Recording.Server {
  /// A server that listens on that socket.
  init(configuration: ServerConfiguration, socket: ListeningSocket) {
    self.init(configuration: configuration, address: socket.address, port: socket.port)
  }
}
