// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
@testable import Servers
@testable import Transcripts
import CMicroHTTPD
import Glibc

/// A client of sockets and octets on the servers' own loop; it lives until it is closed or sees the
/// end.
final class Client: DescriptorHandler {
  let loop: EventLoop
  private(set) var descriptor: Int32
  private(set) var received: [UInt8] = []
  /// FIN came in.
  private(set) var isEnded = false
  /// RST came in, or a write failed.
  private(set) var isReset = false

  init(to authority: String, loop: EventLoop) {
    self.loop = loop
    let parts = authority.split(separator: ":")
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = (UInt16(parts[1]) ?? 0).bigEndian
    _ = unsafe inet_pton(AF_INET, String(parts[0]), &address.sin_addr)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let connected = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(connected == 0, "no connection to \(authority)")
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    loop.watch(descriptor, for: .readable, handler: self)
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    loop.forget(descriptor)
    StreamSocket.close(descriptor)
    descriptor = -1
  }

  /// Closes with RST.
  func reset() {
    guard descriptor >= 0 else { return }
    loop.forget(descriptor)
    Sockets.reset(descriptor)
    descriptor = -1
  }

  func endSending() { Sockets.endSending(descriptor) }

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let outcome = unsafe room.withUnsafeMutableBytes {
      unsafe StreamSocket.receive(descriptor, into: $0)
    }
    switch outcome {
    case .octets(let count): received += room[..<count]
    case .none: break
    case .end:
      isEnded = true
      loop.forget(descriptor)
    case .broken:
      isReset = true
      loop.forget(descriptor)
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends all of it, however long the servers take, or as much as they take in some time; returns
  /// whether all was sent.
  @discardableResult
  func send(_ octets: [UInt8], for milliseconds: Int = .max) -> Bool {
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    var rest = octets[...]
    while !rest.isEmpty, Instant.now < deadline {
      switch StreamSocket.send(descriptor, rest) {
      case .octets(let count): rest = rest.dropFirst(count)
      case .none: loop.turn(until: Instant.now.advanced(byMilliseconds: 1))
      case .broken:
        isReset = true
        return false
      }
    }
    return rest.isEmpty
  }

  /// Turns the loop until something is so, or until the time is over, if it has an end; returns
  /// whether it is so.
  @discardableResult
  func wait(for milliseconds: Int = .max, until isSo: () -> Bool) -> Bool {
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    while !isSo() {
      guard Instant.now < deadline else { return false }
      loop.turn(until: min(deadline, Instant.now.advanced(byMilliseconds: 20)))
    }
    return true
  }

  /// What was received, once that many octets are in or nothing more will come.
  func text(of count: Int) -> String {
    wait { received.count >= count || isEnded || isReset }
    return text
  }

  /// What was received, once the connection is ended.
  @discardableResult
  func textUntilEnd() -> String {
    wait { isEnded || isReset }
    return text
  }

  /// Sends, and waits for exactly this; returns what came.
  func exchange(_ request: String, for expected: String) -> String {
    received = []
    send(request)
    return text(of: expected.utf8.count)
  }

  var text: String { Octets(received).latin1 }
}
