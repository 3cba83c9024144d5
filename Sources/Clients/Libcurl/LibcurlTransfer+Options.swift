// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
internal import CCurl

extension LibcurlTransfer {
  // MARK: Sessions

  /// Sets the options of a session, except the login at the origin, which depends on the URL.
  func set(
    _ session: CopyOnWrite<ClientSession>, proxyLogin: LibcurlLogin, netrc: String?,
    pool: LibcurlPool, verifies: Bool = true
  ) throws(ClientTrouble) {
    let isFresh = generation == 0
    if isFresh { try setOnce() }
    set(CURLOPT_TIMEOUT_MS, max(0, session.timeout))
    // libcurl counts answers to challenges as well: a limit of 0 would keep it from logging in.
    set(CURLOPT_MAXREDIRS, session.redirects > 0 ? session.redirects : 30)
    hasProxy = session.proxy != nil
    try set(CURLOPT_PROXY, session.proxy ?? "")
    // The options from here on have their default values in a fresh handle.
    if !isFresh || session.redirects > 0 {
      set(CURLOPT_FOLLOWLOCATION, session.redirects > 0 ? 1 : 0)
    }
    if !isFresh || session.proxy != nil {
      set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      set(CURLOPT_HTTPPROXYTUNNEL, session.tunnel && session.proxy != nil ? 1 : 0)
      try set(CURLOPT_PROXYUSERNAME, proxyLogin.login?.qualifiedUser)
      try set(CURLOPT_PROXYPASSWORD, proxyLogin.login?.password)
      _ = unsafe authspec_easy_set_mask(handle, CURLOPT_PROXYAUTH, proxyLogin.mask)
    }
    if !isFresh || netrc != nil {
      let use = netrc == nil ? CURL_NETRC_IGNORED : CURL_NETRC_OPTIONAL
      set(CURLOPT_NETRC, Int(use.rawValue))
      try set(CURLOPT_NETRC_FILE, netrc)
    }
    if !isFresh || session.kerberos?.delegates == true {
      let delegates = session.kerberos?.delegates == true
      set(CURLOPT_GSSAPI_DELEGATION, delegates ? authspec_delegation_flag : 0)
    }
    if !isFresh || session.http2 {
      // With TLS libcurl offers HTTP/2 by itself.
      let version =
        session.http2 && session.tls == nil
        ? CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE : CURL_HTTP_VERSION_2TLS
      set(CURLOPT_HTTP_VERSION, version)
    }
    if let tls = session.tls { try set(tls, proxy: session.proxy, verifies: verifies) }
    try setNames(session.resolve)
    join(pool)
    // The cookies are the pool's; this enables them for the handle.
    if !isFresh || pool.hasCookies { try set(CURLOPT_COOKIEFILE, pool.hasCookies ? "" : nil) }
  }

  /// Sets what is the same in all sessions.
  private func setOnce() throws(ClientTrouble) {
    // CURLOPT_PROTOCOLS_STR is there since 7.85.
    try set(CURLOPT_PROTOCOLS_STR, "http")
    try set(CURLOPT_REDIR_PROTOCOLS_STR, "http")
    // An empty text, unlike NULL, keeps libcurl from asking the environment.
    try set(CURLOPT_NOPROXY, "")
  }

  /// CURLOPT_CONNECT_TO: `HOST:PORT:CONNECT-TO-HOST:CONNECT-TO-PORT`.
  private func setNames(_ names: [ClientSession.Name]) throws(ClientTrouble) {
    guard unsafe self.names != nil || !names.isEmpty else { return }
    _ = unsafe authspec_easy_set_list(handle, CURLOPT_CONNECT_TO, nil)
    unsafe curl_slist_free_all(self.names)
    unsafe self.names = nil
    for name in names {
      let line = Octets("\(name.host):\(name.port):\(name.place)")
      unsafe self.names =
        try withCText(line) { unsafe curl_slist_append(self.names, $0) } ?? self.names
    }
    _ = unsafe authspec_easy_set_list(handle, CURLOPT_CONNECT_TO, self.names)
  }

  /// Sets the login at the origin, if it differs from the one set before.
  func set(_ login: LibcurlLogin) throws(ClientTrouble) {
    if login.login != self.login.login {
      try set(CURLOPT_USERNAME, login.login?.qualifiedUser)
      try set(CURLOPT_PASSWORD, login.login?.password)
    }
    if login.token != self.login.token { try set(CURLOPT_XOAUTH2_BEARER, login.token?.token) }
    if login.mask != self.login.mask {
      _ = unsafe authspec_easy_set_mask(handle, CURLOPT_HTTPAUTH, login.mask)
    }
    self.login = login
  }

  // MARK: TLS

  /// Sets a session's options of TLS, except the certificate and the pin at the origin, which
  /// depend on the URL.
  ///
  /// The system's own certificates are never used: reading them takes 41 ms for each connection.
  private func set(
    _ tls: ClientTLS, proxy: String?, verifies: Bool
  ) throws(ClientTrouble) {
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_CAINFO, tls.caFile)
    try set(CURLOPT_CAPATH, nil as String?)
    try set(CURLOPT_CRLFILE, tls.crlFile)
    set(CURLOPT_SSL_VERIFYPEER, verifies ? 1 : 0)
    set(CURLOPT_SSL_VERIFYHOST, verifies ? 2 : 0)
    guard let proxy else { return }
    try set(CURLOPT_PROXY_CAINFO, tls.caFile)
    try set(CURLOPT_PROXY_CAPATH, nil as String?)
    try set(CURLOPT_PROXY_CRLFILE, tls.crlFile)
    set(CURLOPT_PROXY_SSL_VERIFYPEER, verifies ? 1 : 0)
    set(CURLOPT_PROXY_SSL_VERIFYHOST, verifies ? 2 : 0)
    let identity = LibcurlIdentity(tls, for: .proxy, at: proxy)
    set(blob: CURLOPT_PROXY_SSLCERT_BLOB, identity.certificate?.certificate)
    set(blob: CURLOPT_PROXY_SSLKEY_BLOB, identity.certificate?.key)
    try set(CURLOPT_PROXY_PINNEDPUBLICKEY, identity.pins)
  }

  /// Sets the certificate and the pins for the origin, if they differ from those set before.
  func set(_ identity: LibcurlIdentity) throws(ClientTrouble) {
    guard identity != self.identity else { return }
    set(blob: CURLOPT_SSLCERT_BLOB, identity.certificate?.certificate)
    set(blob: CURLOPT_SSLKEY_BLOB, identity.certificate?.key)
    try set(CURLOPT_PINNEDPUBLICKEY, identity.pins)
    self.identity = identity
  }

  private func set(blob option: CURLoption, _ blob: Octets?) {
    let octets = blob?.array ?? []
    _ = unsafe octets.withUnsafeBytes {
      unsafe authspec_easy_set_blob(handle, option, $0.baseAddress, $0.count)
    }
  }

  // MARK: Requests

  /// Sets the options of a request.
  func set(_ request: ClientRequest) throws(ClientTrouble) {
    try set(CURLOPT_URL, request.url)
    let shape = try LibcurlRequestShape(request)
    if shape != .plainGet || self.shape != .plainGet { try set(request, shape) }
    try setLines(request, shape)
  }

  private func set(
    _ request: ClientRequest, _ shape: LibcurlRequestShape
  ) throws(ClientTrouble) {
    // Back to a plain GET first, since each of these options has side effects.
    set(CURLOPT_NOBODY, 0)
    _ = unsafe authspec_easy_copy_body(handle, nil, -1)
    _ = unsafe authspec_easy_on_seek(handle, nil, nil)
    set(CURLOPT_HTTPGET, 1)
    try set(CURLOPT_CUSTOMREQUEST, nil as String?)
    self.shape = shape
    body = request.body?.bytes ?? []
    switch shape {
    case .plainGet:
      break
    case .head:
      set(CURLOPT_NOBODY, 1)
    case .bare:
      try set(CURLOPT_CUSTOMREQUEST, request.method)
    case .fields:
      set(CURLOPT_POST, 1)
      if request.method != "POST" { try set(CURLOPT_CUSTOMREQUEST, request.method) }
      _ = unsafe body.withUnsafeBytes {
        unsafe authspec_easy_copy_body(handle, $0.baseAddress, curl_off_t($0.count))
      }
    case .callback(let isUpload):
      try setCallback(request, isUpload: isUpload)
    }
  }

  private func setCallback(
    _ request: ClientRequest, isUpload: Bool
  ) throws(ClientTrouble) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let count = request.isChunked ? -1 : curl_off_t(body.count)
    set(isUpload ? CURLOPT_UPLOAD : CURLOPT_POST, 1)
    let size = isUpload ? CURLOPT_INFILESIZE_LARGE : CURLOPT_POSTFIELDSIZE_LARGE
    _ = unsafe authspec_easy_set_size(handle, size, count)
    if request.method != (isUpload ? "PUT" : "POST") {
      try set(CURLOPT_CUSTOMREQUEST, request.method)
    }
    _ = unsafe authspec_easy_on_read(handle, LibcurlTransfer.onRead, context)
    if !request.isStream {
      _ = unsafe authspec_easy_on_seek(handle, LibcurlTransfer.onSeek, context)
    }
  }

  /// Sets the caller's lines; a line without a value is written with a semicolon for libcurl.
  /// "Proxy headers must be set with CURLOPT_PROXYHEADER" (CURLOPT_HEADEROPT(3)).
  private func setLines(
    _ request: ClientRequest, _ shape: LibcurlRequestShape
  ) throws(ClientTrouble) {
    // CURLOPT_POST with a body of unknown length: the program asks for the coding itself.
    let needsCoding =
      shape == .callback(isUpload: false) && request.isChunked
      && !request.lines.contains { $0.name.equalsIgnoringCase("Transfer-Encoding") }
    guard
      unsafe lines != nil || proxyLines != nil || needsCoding || !request.lines.isEmpty
    else { return }
    _ = unsafe authspec_easy_set_list(handle, CURLOPT_HTTPHEADER, nil)
    _ = unsafe authspec_easy_set_list(handle, CURLOPT_PROXYHEADER, nil)
    freeLines()
    for line in request.lines {
      var text = line.name.array
      text += line.value.isEmpty ? [0x3B] : [0x3A, 0x20] + line.value.bytes
      if hasProxy && line.name.equalsIgnoringCase("Proxy-Authorization") {
        unsafe proxyLines = try appended(text, to: proxyLines)
      } else {
        unsafe lines = try appended(text, to: lines)
      }
    }
    if needsCoding {
      unsafe lines = try appended(Array("Transfer-Encoding: chunked".utf8), to: lines)
    }
    _ = unsafe authspec_easy_set_list(handle, CURLOPT_HTTPHEADER, lines)
    _ = unsafe authspec_easy_set_list(handle, CURLOPT_PROXYHEADER, proxyLines)
  }

  /// The list with another line, if there is memory for it.
  private func appended(
    _ line: [UInt8], to list: UnsafeMutablePointer<curl_slist>?
  ) throws(ClientTrouble) -> UnsafeMutablePointer<curl_slist>? {
    unsafe try withCText(Octets(line)) { unsafe curl_slist_append(list, $0) } ?? list
  }

  // MARK: Options by type

  private func set(_ option: CURLoption, _ value: Int) {
    _ = unsafe authspec_easy_set_long(handle, option, value)
  }

  private func set(_ option: CURLoption, _ value: String?) throws(ClientTrouble) {
    guard let value else {
      _ = unsafe authspec_easy_set_text(handle, option, nil)
      return
    }
    let isWhole = unsafe value.withCString { text in
      for place in 0..<value.utf8.count where unsafe text[place] == 0 { return false }
      _ = unsafe authspec_easy_set_text(handle, option, text)
      return true
    }
    guard isWhole else { throw .unsupported("NUL in a text") }
  }

  private func set(_ option: CURLoption, _ value: Octets?) throws(ClientTrouble) {
    guard let value else {
      _ = unsafe authspec_easy_set_text(handle, option, nil)
      return
    }
    _ = unsafe try withCText(value) { unsafe authspec_easy_set_text(handle, option, $0) }
  }

  private func withCText<Result>(
    _ octets: Octets, _ body: (UnsafePointer<CChar>?) -> Result
  ) throws(ClientTrouble) -> Result {
    guard !octets.contains(0) else { throw .unsupported("NUL in a text") }
    return unsafe withUnsafeTemporaryAllocation(byteCount: octets.count + 1, alignment: 1) { room in
      unsafe room.copyBytes(from: octets.bytes)
      unsafe room[octets.count] = 0
      return unsafe body(room.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
  }
}
