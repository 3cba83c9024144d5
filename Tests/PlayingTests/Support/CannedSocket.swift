// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts
import Glibc

/// One connection of a canned client: a socket on the servers' own loop.
final class CannedSocket: DescriptorHandler {
  private let loop: EventLoop
  private var descriptor: Int32
  private(set) var received: [UInt8] = []
  /// The server closed, or the connection broke.
  private(set) var isEnded = false
  private var isConnected = false

  init(to authority: String, loop: EventLoop) {
    self.loop = loop
    let parts = authority.split(separator: ":")
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = (parts.count == 2 ? UInt16(parts[1]) ?? 0 : 0).bigEndian
    _ = unsafe inet_pton(AF_INET, String(parts.first ?? ""), &address.sin_addr)
    // Not to block: the loop that accepts is this thread's own.
    descriptor = socket(
      AF_INET,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    let connected = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 || errno == EINPROGRESS else {
      isEnded = true
      return
    }
    if connected != 0 {
      loop.watch(descriptor, for: .writable, handler: self)
      turn { isConnected || isEnded }
    }
    loop.watch(descriptor, for: .readable, handler: self)
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    loop.forget(descriptor)
    _ = Glibc.close(descriptor)
    descriptor = -1
    isEnded = true
  }

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if readiness.contains(.writable) {
      isConnected = true
      return
    }
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(descriptor, &room, room.count, 0)
    if count > 0 {
      received += room[..<count]
    } else if count == 0 || errno != EAGAIN {
      isEnded = true
      loop.forget(descriptor)
    }
  }

  /// Turns the loop until something is so, or the time is up, if it has an end.
  func turn(for milliseconds: Int = .max, until isDone: () -> Bool) {
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    while !isDone(), Instant.now < deadline { loop.turn(until: deadline) }
  }

  /// Sends all of it; `false` if the connection breaks.
  @discardableResult
  func send(_ octets: [UInt8]) -> Bool {
    let deadline = Instant.now.advanced(byMilliseconds: 10_000)
    var rest = octets[...]
    while !rest.isEmpty, descriptor >= 0, !isEnded, Instant.now < deadline {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        loop.turn(until: Instant.now.advanced(byMilliseconds: 1))
      } else {
        return false
      }
    }
    return rest.isEmpty
  }

  /// Closes with RST.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  // MARK: Responses

  /// The next final response; `nil` if the connection ends, or too long nothing comes.
  func response(to method: String, within milliseconds: Int = .max) -> ClientResponse? {
    while true {
      turn(for: milliseconds) { isEnded || endOfHead != nil }
      guard let end = endOfHead else { return nil }
      let lines = String(decoding: received[..<end], as: UTF8.self).split(
        separator: "\r\n", omittingEmptySubsequences: true)
      received.removeFirst(end)
      let words = (lines.first ?? "").split(separator: " ")
      guard words.count > 1, let status = Int(words[1]) else { return nil }
      if status < 200 { continue }
      var fields = FieldSection()
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields.append(
          Octets(String(line[..<colon])),
          Octets(String(line[line.index(after: colon)...].drop { $0 == " " })))
      }
      let isBodiless = method == "HEAD" || status == 204 || status == 304
      let isTunnel = method == "CONNECT" && status / 100 == 2
      return ClientResponse(
        status: status, fields: fields,
        body: isBodiless || isTunnel ? "" : body(fields, within: milliseconds))
    }
  }

  private var endOfHead: Int? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard received.count >= 4 else { return nil }
    for start in 0...(received.count - 4) where received[start] == 13 {
      if received[start..<start + 4].elementsEqual(end) { return start + 4 }
    }
    return nil
  }

  private func body(_ fields: FieldSection, within milliseconds: Int) -> Octets {
    if let length = fields.first("Content-Length").flatMap({ Int("\($0)") }) {
      turn(for: milliseconds) { isEnded || received.count >= length }
      let body = Array(received.prefix(length))
      received.removeFirst(body.count)
      return Octets(body)
    }
    if fields.first("Transfer-Encoding") != nil {
      // The tests' chunked bodies have no trailers that matter: the end is enough.
      turn(for: milliseconds) { isEnded || received.suffix(5).elementsEqual("0\r\n\r\n".utf8) }
    } else {
      turn(for: milliseconds) { isEnded }
    }
    defer { received = [] }
    return Octets(received)
  }
}
