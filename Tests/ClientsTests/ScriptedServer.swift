// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Foundation

/// A tiny server on the client's own loop: what it answers is a closure, what it saw is a list.
@safe
final class ScriptedServer: DescriptorHandler {
  /// A request as it came in.
  struct Request {
    var connection: Int
    var method: String
    var target: String
    var lines: [(name: String, value: String)]
    var body: String

    /// The values of all lines of that name.
    func values(_ name: String) -> [String] {
      lines.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
    var authorization: String? { values("Authorization").first }
    var proxyAuthorization: String? { values("Proxy-Authorization").first }
  }

  /// What is done with a request.
  struct Answer {
    var octets: [UInt8]
    var closes: Bool

    static func raw(_ text: String, closes: Bool = false) -> Answer {
      Answer(octets: Array(text.utf8), closes: closes)
    }
    /// A response with those lines, made legal by a Content-Length.
    static func status(
      _ status: Int, _ lines: [String] = [], body: String = "", closes: Bool = false
    ) -> Answer {
      let head =
        ["HTTP/1.1 \(status) Text"] + lines + ["Content-Length: \(body.utf8.count)", "", ""]
      return raw(head.joined(separator: "\r\n") + body, closes: closes)
    }
    static let silence = Answer(octets: [], closes: false)
  }

  private(set) var requests: [Request] = []
  /// Connections that the client made.
  private(set) var connections = 0
  /// Connections that are not closed yet.
  var openConnections: Int { inputs.count }
  let port: UInt16
  var url: String { "http://127.0.0.1:\(port)" }

  private let loop: EventLoop
  private let listener: Int32
  private let answer: (Request) -> Answer
  private var inputs: [Int32: (number: Int, octets: [UInt8], told100: Bool)] = [:]

  init(_ loop: EventLoop, _ answer: @escaping (Request) -> Answer) {
    self.loop = loop
    self.answer = answer
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = self.listener
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = unsafe bind(listener, address, length)
        _ = unsafe getsockname(listener, address, &length)
      }
    }
    _ = listen(listener, 128)
    port = UInt16(bigEndian: address.sin_port)
    loop.watch(listener, for: .readable, handler: self)
  }

  func stop() {
    for descriptor in inputs.keys { end(descriptor) }
    loop.forget(listener)
    close(listener)
  }

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    if descriptor == listener {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        connections += 1
        inputs[connection] = (connections, [], false)
        loop.watch(connection, for: .readable, handler: self)
      }
    }
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        inputs[descriptor]?.octets += buffer[..<count]
      } else if count == 0 || errno != EAGAIN {
        end(descriptor)
        return
      } else {
        break
      }
    }
    play(descriptor)
  }

  private func end(_ descriptor: Int32) {
    guard inputs.removeValue(forKey: descriptor) != nil else { return }
    loop.forget(descriptor)
    close(descriptor)
  }

  private func play(_ descriptor: Int32) {
    while let input = inputs[descriptor], let request = take(descriptor, input.number) {
      requests.append(request)
      let answer = answer(request)
      send(answer.octets, descriptor)
      if answer.closes { end(descriptor) }
    }
  }

  private func send(_ octets: [UInt8], _ descriptor: Int32) {
    var rest = octets[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EAGAIN { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Cuts one whole request out of a connection's input; `nil` while it is not complete.
  private func take(_ descriptor: Int32, _ number: Int) -> Request? {
    guard let input = inputs[descriptor] else { return nil }
    let text = Array(input.octets)
    guard let end = firstRange(of: "\r\n\r\n", in: text, from: 0) else { return nil }
    let head = (Octets(Array(text[..<end])).latin1).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let start = head[0].split(separator: " ", omittingEmptySubsequences: false)
    var request = Request(
      connection: number, method: String(start[0]), target: String(start[1]),
      lines: head.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String((parts.count > 1 ? parts[1] : "").drop { $0 == " " }))
      }, body: "")
    if !request.values("Expect").isEmpty && !input.told100 {
      inputs[descriptor]?.told100 = true
      send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), descriptor)
    }
    var place = end + 4
    if let length = request.values("Content-Length").first.flatMap({ Int($0) }) {
      guard text.count >= place + length else { return nil }
      request.body = Octets(Array(text[place..<(place + length)])).latin1
      place += length
    } else if request.values("Transfer-Encoding") == ["chunked"] {
      while true {
        guard let line = firstRange(of: "\r\n", in: text, from: place) else { return nil }
        let size = Int(Octets(Array(text[place..<line])).latin1, radix: 16) ?? 0
        guard text.count >= line + 2 + size + 2 else { return nil }
        request.body += Octets(Array(text[(line + 2)..<(line + 2 + size)])).latin1
        place = line + 2 + size + 2
        if size == 0 { break }
      }
    }
    inputs[descriptor]?.octets = Array(text[place...])
    inputs[descriptor]?.told100 = false
    return request
  }

  private func firstRange(of pattern: String, in octets: [UInt8], from start: Int) -> Int? {
    let pattern = Array(pattern.utf8)
    guard octets.count >= start + pattern.count else { return nil }
    return (start...(octets.count - pattern.count)).first {
      octets[$0..<($0 + pattern.count)].elementsEqual(pattern)
    }
  }
}
