// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts
internal import CCurl

/// An easy handle of libcurl with the buffers of its callbacks, for one request after the other.
@safe final class LibcurlTransfer {
  /// libcurl's easy handle; cleaned up with this object, which must be out of the multi handle
  /// then.
  let handle: OpaquePointer
  /// The request in play, by its number; `nil` if idle.
  var number: Int?
  /// The generation of the session's settings that the handle has; 0 for none.
  var generation = 0
  /// The login that the handle has.
  var login = LibcurlLogin()
  /// The certificate and the pins that the handle has.
  var identity = LibcurlIdentity()
  /// The shape of the request that was set last.
  var shape = LibcurlRequestShape.plainGet
  /// The caller's header lines, owned.
  var lines: UnsafeMutablePointer<curl_slist>?
  /// The caller's header lines for the proxy, owned.
  var proxyLines: UnsafeMutablePointer<curl_slist>?
  /// Requests go to a proxy.
  var hasProxy = false
  /// The addresses of names, owned.
  var names: UnsafeMutablePointer<curl_slist>?

  /// The request's body, for the callbacks.
  var body: ArraySlice<UInt8> = []
  private var sent = 0

  /// The pool that the handle uses, kept until the handle is cleaned up.
  private var pool: LibcurlPool?
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private var responseLines: [UInt8] = []
  private var isInHead = false
  private var responseBody: [UInt8] = []
  private var isTooLong = false
  private var longestBody = 0

  weak var localServers: (any UnixSocketResolver)?

  /// A fresh easy handle; `nil` if libcurl has no memory.
  init?() {
    guard let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = unsafe handle
    unsafe errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    attach()
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    freeLines()
    unsafe curl_slist_free_all(names)
    unsafe errorBuffer.deallocate()
  }

  /// Frees the caller's header lines.
  func freeLines() {
    unsafe curl_slist_free_all(lines)
    unsafe curl_slist_free_all(proxyLines)
    unsafe lines = nil
    unsafe proxyLines = nil
  }

  /// Forgets all options; connections and cookies stay.
  func reset() {
    // curl_easy_reset forgets the list of cookie files without freeing it before libcurl 8.0.
    _ = unsafe authspec_easy_set_text(handle, CURLOPT_COOKIEFILE, nil)
    unsafe curl_easy_reset(handle)
    generation = 0
    login = LibcurlLogin()
    identity = LibcurlIdentity()
    shape = .plainGet
    freeLines()
    unsafe curl_slist_free_all(names)
    unsafe names = nil
    attach()
  }

  /// Uses a pool.
  func join(_ pool: LibcurlPool) {
    guard self.pool !== pool else { return }
    _ = unsafe authspec_easy_set_share(handle, pool.handle)
    self.pool = pool
  }

  /// Stops using the pool, until a session is set again.
  func leavePool() {
    _ = unsafe authspec_easy_set_share(handle, nil)
    pool = nil
  }

  /// Sets the callbacks and the options that never change.
  private func attach() {
    // The handle never outlives this object, so it need not retain it.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe authspec_easy_set_context(handle, context)
    _ = unsafe authspec_easy_set_error_buffer(handle, errorBuffer)
    _ = unsafe authspec_easy_on_header(handle, LibcurlTransfer.onHeader, context)
    _ = unsafe authspec_easy_on_body(handle, LibcurlTransfer.onBody, context)
    _ = unsafe authspec_easy_on_open(handle, LibcurlTransfer.onOpen, context)
    // A signal for a slow name look-up would hit a thread of the harness.
    _ = unsafe authspec_easy_set_long(handle, CURLOPT_NOSIGNAL, 1)
  }

  /// Forgets the last response before a new request, whose response may have `longestBody` octets.
  func prepare(number: Int, longestBody: Int) {
    self.number = number
    self.longestBody = longestBody
    unsafe errorBuffer.pointee = 0
    responseLines.removeAll(keepingCapacity: true)
    responseBody.removeAll(keepingCapacity: true)
    isInHead = false
    isTooLong = false
    sent = 0
  }

  // MARK: The outcome

  /// How the transfer ended.
  func outcome(_ result: CURLcode) -> ClientOutcome {
    if result == CURLE_OK {
      let status = unsafe authspec_easy_long(handle, CURLINFO_RESPONSE_CODE)
      let body = responseBody.isEmpty ? Octets() : Octets(responseBody)
      return .response(
        ClientResponse(
          status: status, fields: FieldSection(responseLines: responseLines), body: body))
    }
    if isTooLong {
      return .failure(
        ClientFailure(kind: .other, message: "the body has more than \(longestBody) octets"))
    }
    let detail = unsafe String(cString: errorBuffer)
    return .failure(
      ClientFailure(
        result, detail: detail,
        answerToConnect: unsafe authspec_easy_long(handle, CURLINFO_HTTP_CONNECTCODE)))
  }

  // MARK: libcurl's calls

  private static let onHeader: curl_write_callback = { octets, size, count, context in
    guard let octets = unsafe octets, let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<LibcurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe UnsafeRawBufferPointer(start: octets, count: size &* count)
    unsafe transfer.take(line: line)
    return size &* count
  }

  private static let onBody: curl_write_callback = { octets, size, count, context in
    guard let octets = unsafe octets, let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<LibcurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let piece = unsafe UnsafeRawBufferPointer(start: octets, count: size &* count)
    // libcurl ends the transfer if fewer octets are taken than were passed.
    return unsafe transfer.take(body: piece) ? size &* count : 0
  }

  /// A child process must not inherit a connection, which would stay open after libcurl closes it.
  private static let onOpen: curl_opensocket_callback = { context, _, address in
    guard let address = unsafe address, let context = unsafe context else { return CURL_SOCKET_BAD }
    let transfer = unsafe Unmanaged<LibcurlTransfer>.fromOpaque(context).takeUnretainedValue()
    unsafe transfer.leadToLocalServer(address)
    return unsafe closeOnExecSocket(
      address.pointee.family, address.pointee.socktype, address.pointee.protocol)
  }

  /// "When the callback returns a valid socket the destination address information might have been
  /// changed" (CURLOPT_OPENSOCKETFUNCTION(3)).
  private func leadToLocalServer(_ address: UnsafeMutablePointer<curl_sockaddr>) {
    var (host, port): (UInt32, UInt16) = (0, 0)
    guard let localServers, unsafe authspec_ipv4(address, &host, &port),
      let local = localServers.localAddress(of: host, port: port)
    else { return }
    _ = unsafe authspec_set_local(address, local, local.count)
  }

  /// The callback that reads the body, for CURLOPT_READFUNCTION.
  static let onRead: curl_read_callback = { octets, size, count, context in
    guard let octets = unsafe octets, let context = unsafe context else {
      return authspec_read_abort
    }
    let transfer = unsafe Unmanaged<LibcurlTransfer>.fromOpaque(context).takeUnretainedValue()
    return unsafe transfer.give(
      UnsafeMutableRawBufferPointer(start: octets, count: size &* count))
  }

  /// The callback that rewinds the body, for CURLOPT_SEEKFUNCTION.
  static let onSeek: curl_seek_callback = { context, offset, origin in
    guard let context = unsafe context, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
    let transfer = unsafe Unmanaged<LibcurlTransfer>.fromOpaque(context).takeUnretainedValue()
    guard let offset = Int(exactly: offset), (0...transfer.body.count).contains(offset) else {
      return CURL_SEEKFUNC_FAIL
    }
    transfer.sent = offset
    return CURL_SEEKFUNC_OK
  }

  /// Lines come for every response of a transfer, interim ones and trailers too.
  private func take(line: UnsafeRawBufferPointer) {
    if unsafe line.first == UInt8(ascii: "H"), unsafe line.starts(with: "HTTP/".utf8) {
      responseLines.removeAll(keepingCapacity: true)
      responseBody.removeAll(keepingCapacity: true)
      isInHead = true
    } else if isInHead {
      if unsafe line.isEmpty || line[0] == 0x0D || line[0] == 0x0A {
        isInHead = false
      } else {
        unsafe responseLines.append(contentsOf: line)
      }
    }
  }

  private func take(body piece: UnsafeRawBufferPointer) -> Bool {
    guard piece.count <= longestBody - responseBody.count else {
      isTooLong = true
      return false
    }
    unsafe responseBody.append(contentsOf: piece)
    return true
  }

  private func give(_ space: UnsafeMutableRawBufferPointer) -> Int {
    let rest = body.dropFirst(sent)
    let piece = rest.prefix(space.count)
    unsafe space.copyBytes(from: piece)
    sent += piece.count
    return piece.count
  }
}
