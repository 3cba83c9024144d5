// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts
internal import CMicroHTTPD
internal import LibC

/// One call of libmicrohttpd about a request: its head has arrived, a piece of its body, or all of
/// it.
@safe struct MicroHTTPDCall {
  let connection: OpaquePointer
  let method: UnsafePointer<CChar>?
  let version: UnsafePointer<CChar>?
  let upload: UnsafePointer<CChar>?
  /// The number of octets that have arrived; set to the number of those that were not read.
  let size: UnsafeMutablePointer<Int>

  /// Answers the call; `NO` closes the connection.
  func handle(_ state: MicroHTTPDConnection) -> MHD_Result {
    guard !state.isOver, state.decidedEnd == nil else { return .NO }
    guard let exchange = state.exchange else { return begin(state) }
    if unsafe size.pointee > 0 { return read(state) }
    if exchange.isAnswering { return .YES }
    return complete(state, exchange)
  }

  private func begin(_ state: MicroHTTPDConnection) -> MHD_Result {
    let head = readHead(state.target)
    let body = BodyLength(of: head.fields)
    let hasBody = body.framing != .octets(0)
    guard let exchange = state.begin(head, raw: nil, isComplete: !hasBody) else {
      return end(state)
    }
    countHead(state, body)
    state.exchange = exchange
    state.body = IncomingBody(state.play.kept)
    // A request without a body is called about once more, at once, and only then can the connection
    // be used again after the reply.
    guard hasBody else { return .YES }
    if let complaint = body.complaint { state.note(complaint, head.target) }
    exchange.reply = state.ask(exchange, body: state.body.octets)
    guard let reply = exchange.reply, reply.isEarly else { return .YES }
    return answer(reply, state)
  }

  private func read(_ state: MicroHTTPDConnection) -> MHD_Result {
    let count = unsafe size.pointee
    let limit = state.play.limits.body
    guard count <= limit - state.body.count else {
      state.note("The body of a request is longer than \(limit) octets.", state.body.beginning)
      return end(state)
    }
    guard unsafe state.body.append(UnsafeRawBufferPointer(start: upload, count: count)) else {
      state.note(state.body.complaint, state.body.beginning)
      return end(state)
    }
    unsafe size.pointee = 0
    return .YES
  }

  private func complete(_ state: MicroHTTPDConnection, _ exchange: ServedExchange) -> MHD_Result {
    // A body was announced, and may be empty.
    let hadBodyToCome = !exchange.isComplete
    exchange.isComplete = true
    if !state.body.isEmpty || hadBodyToCome { state.recordBody() }
    guard let reply = exchange.reply ?? state.ask(exchange, body: state.body.octets)
    else { return end(state) }
    exchange.reply = reply
    return answer(reply, state)
  }

  private func answer(_ reply: Reply, _ state: MicroHTTPDConnection) -> MHD_Result {
    state.exchange?.isAnswering = true
    if case .nothing = reply.content,
      reply.afterwards == .close || reply.afterwards == .closeSilently
    {
      return end(state)
    }
    if let reason = unsafe MicroHTTPDResponse.queue(reply, for: state, on: connection) {
      state.fault(reason)
      return end(state)
    }
    return .YES
  }

  private func end(_ state: MicroHTTPDConnection) -> MHD_Result {
    state.decidedEnd = .byServer
    return .NO
  }

  private func countHead(_ state: MicroHTTPDConnection, _ body: BodyLength) {
    guard let understood = state.understood else { return }
    if case .octets(let count) = body.framing {
      state.understood =
        understood &+ UInt64(unsafe authspec_head_size(connection)) &+ UInt64(count)
    } else {
      state.understood = nil
    }
  }

  // MARK: Head

  private func readHead(_ target: Octets) -> RequestHead {
    var fields = FieldSection()
    fields.reserveCapacity(lines: 16, octets: 512)
    unsafe withUnsafeMutablePointer(to: &fields) { fields in
      _ = unsafe MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context = unsafe context else { return .NO }
          // The library leaves the white space behind a value.
          var end = valueSize
          while end > 0, let octet = unsafe value?[end - 1], octet == 0x20 || octet == 0x09 {
            end -= 1
          }
          unsafe context.assumingMemoryBound(to: FieldSection.self).pointee.append(
            name: UnsafeRawBufferPointer(start: name, count: nameSize),
            value: UnsafeRawBufferPointer(start: value, count: end))
          return .YES
        }, fields)
    }
    return unsafe RequestHead(
      method: Octets(cString: method, usually: .get), target: target,
      version: Octets(cString: version, usually: .http11), fields: fields)
  }
}

extension Octets {
  fileprivate static let get: Octets = "GET"
  fileprivate static let http11: Octets = "HTTP/1.1"

  /// The octets before the NUL; `usual` itself if they are the same, which shares its storage.
  init(cString: UnsafePointer<CChar>?, usually usual: Octets? = nil) {
    guard let start = unsafe cString else {
      self.init()
      return
    }
    let octets = unsafe UnsafeRawBufferPointer(start: start, count: strlen(start))
    if let usual, unsafe octets.elementsEqual(usual.bytes) {
      self = usual
    } else {
      unsafe self.init(Array(octets))
    }
  }
}
