// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts
internal import CMicroHTTPD

/// Makes libmicrohttpd send a reply.
enum MicroHTTPDResponse {
  /// Queues a reply. Returns `nil`, or the reason why it cannot be sent, as a sentence.
  static func queue(
    _ reply: Reply, for state: MicroHTTPDConnection, on connection: OpaquePointer
  ) -> String? {
    let kind = MicroHTTPDResponseCache.Kind(
      afterwards: reply.afterwards, isHTTP10: state.isHTTP10, hasLargeHeads: state.hasLargeHeads)
    if reply.isPlain, case .response(let content) = reply.content,
      let made = unsafe state.responses.response(to: content, kind)
    {
      return unsafe refusal(of: content, to: state.exchange?.head)
        ?? queue(made, status: content.head.status, on: connection)
    }
    let why = BackEndLimits.whatCannotBePlayed(
      reply, by: .microhttpd, isHTTP10: state.isHTTP10, hasLargeHeads: state.hasLargeHeads)
    if let why { return why }
    guard case .response(let content) = reply.content else {
      return "libmicrohttpd sends responses only."
    }
    if let why = refusal(of: content, to: state.exchange?.head) { return why }
    guard let response = unsafe make(content) else {
      return "libmicrohttpd makes no response: out of memory."
    }
    let refusal =
      unsafe addFields(of: content, reply, to: response)
      ?? setFlags(of: content, isHTTP10: state.isHTTP10, on: response)
      ?? queue(response, status: content.head.status, on: connection)
    if refusal == nil, reply.isPlain {
      unsafe state.responses.keep(response, to: content, kind)
    } else {
      unsafe MHD_destroy_response(response)
    }
    return refusal
  }

  private static func queue(
    _ response: OpaquePointer, status: Int, on connection: OpaquePointer
  ) -> String? {
    unsafe MHD_queue_response(connection, UInt32(clamping: status), response) == .YES
      ? nil : "libmicrohttpd does not take a response of status \(status)."
  }

  /// The reason why a response cannot be sent to this request, as a sentence; `nil` if it can.
  private static func refusal(of content: Reply.Response, to request: RequestHead?) -> String? {
    let status = content.head.status
    if (200..<300).contains(status), content.framing != .length || !content.body.isEmpty,
      let request, request.method.equals("CONNECT")
    {
      return "libmicrohttpd sends a body with a 2xx response to CONNECT."
    }
    if case .chunked = content.framing,
      status == 304 || request.map({ $0.method.equals("HEAD") }) ?? false
    {
      return "libmicrohttpd ends a chunked response with a chunk even where it has no body."
    }
    return nil
  }

  /// Makes a response with its body; `nil` if there is no memory.
  private static func make(_ content: Reply.Response) -> OpaquePointer? {
    guard content.framing == .length else {
      let source = unsafe Unmanaged.passRetained(BodySource(content.body)).toOpaque()
      // The library releases the source with the response. If it makes none, it does not.
      guard
        let response = unsafe MHD_create_response_from_callback(
          authspec_size_unknown, 1 << 15, BodySource.read, source, BodySource.release)
      else {
        unsafe BodySource.release(source)
        return nil
      }
      return unsafe response
    }
    return unsafe content.body.withContiguousStorageIfAvailable { octets in
      unsafe MHD_create_response_from_buffer(
        octets.count, UnsafeMutableRawPointer(mutating: octets.baseAddress),
        octets.isEmpty ? .RESPMEM_PERSISTENT : .RESPMEM_MUST_COPY)
    } ?? nil
  }

  private static func setFlags(
    of content: Reply.Response, isHTTP10: Bool, on response: OpaquePointer
  ) -> String? {
    let flags: MHD_ResponseFlags
    if isHTTP10 || content.head.version.equals("HTTP/1.0") {
      flags = .RF_HTTP_1_0_SERVER
    } else if content.framing == .untilClose {
      flags = .RF_HTTP_1_0_COMPATIBLE_STRICT
    } else {
      return nil
    }
    guard unsafe authspec_set_response_flags(response, flags) != 0 else {
      return "libmicrohttpd does not take the version of a response."
    }
    return nil
  }

  // MARK: Fields

  private static func addFields(
    of content: Reply.Response, _ reply: Reply, to response: OpaquePointer
  ) -> String? {
    if reply.afterwards == .close,
      unsafe MHD_add_response_header(response, "Connection", "close") != .YES
    {
      return "libmicrohttpd does not take Connection: close."
    }
    var room: [UInt8] = []
    for line in content.head.fields {
      guard
        unsafe with(line, in: &room, { unsafe MHD_add_response_header(response, $0, $1) == .YES })
      else { return "libmicrohttpd does not take the field line \(line.name): \(line.value)." }
    }
    guard case .chunked(let trailers) = content.framing else { return nil }
    for line in trailers {
      guard
        unsafe with(line, in: &room, { unsafe MHD_add_response_footer(response, $0, $1) == .YES })
      else { return "libmicrohttpd does not take the trailer line \(line.name): \(line.value)." }
    }
    return nil
  }

  /// Calls `body` with name and value of a line as C strings, in memory that the next line uses
  /// again.
  private static func with(
    _ line: FieldSection.Line, in room: inout [UInt8],
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Bool
  ) -> Bool {
    room.removeAll(keepingCapacity: true)
    room.append(contentsOf: line.name.bytes)
    room.append(0)
    room.append(contentsOf: line.value.bytes)
    room.append(0)
    return unsafe room.withUnsafeBytes { room in
      guard let start = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress else {
        return false
      }
      return unsafe body(start, start + line.name.count + 1)
    }
  }
}

extension Reply {
  /// `true` if everything but the connection's end is in the response, and its length is known, so
  /// that the library's response can be used again.
  fileprivate var isPlain: Bool {
    guard case .response(let response) = self.content, response.framing == .length else {
      return false
    }
    return self.interim.isEmpty && !self.isEarly && self.trickle == nil
  }
}

/// The octets of a body whose length the library does not know.
private final class BodySource {
  private let octets: Octets

  init(_ octets: Octets) { self.octets = octets }

  static let read: MHD_ContentReaderCallback = { context, position, room, size in
    guard let context = unsafe context, let room = unsafe room else {
      return authspec_end_of_stream
    }
    let source = unsafe Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue()
    let rest = source.octets.bytes.dropFirst(Int(clamping: position)).prefix(size)
    guard !rest.isEmpty else { return authspec_end_of_stream }
    unsafe rest.withUnsafeBytes { octets in
      unsafe UnsafeMutableRawBufferPointer(start: room, count: size).copyMemory(from: octets)
    }
    return rest.count
  }

  static let release: MHD_ContentReaderFreeCallback = { context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<BodySource>.fromOpaque(context).release()
  }
}
