// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// A request as a command line of curl, to try servers with.
struct CurlCommand {
  private var words = ["curl", "-i"]

  /// The command; `nil` if curl has no option for what the client is to do. `asks` says whether the
  /// client asks its user for the login.
  init?(_ request: ClientRequest, _ session: ClientSession, asks: Bool) {
    guard !asks, !request.isStream, !request.isWebSocket, session.netrc == nil,
      session.store == nil, add(session, for: request), add(request)
    else { return nil }
    words.append(request.url)
    if let kerberos = session.kerberos {
      words.insert(
        contentsOf: [
          "env", "KRB5_CONFIG=\(kerberos.configuration)", "KRB5CCNAME=FILE:\(kerberos.tickets)",
        ], at: 0)
    }
  }

  /// The command line, as a shell takes it; `nil` if a word of it cannot be written.
  var line: String? {
    // A control character would be shown as something else.
    guard words.allSatisfy({ $0 == Visible.line($0) }) else { return nil }
    return words.map(Phrases.shellQuoted).joined(separator: " ")
  }

  private mutating func add(_ session: ClientSession, for request: ClientRequest) -> Bool {
    if let proxy = session.proxy {
      words += ["-x", proxy]
      if session.tunnel { words.append("-p") }
      if let login = session.credentials.first(where: { $0.target == .proxy }) {
        guard let pair = pair(login) else { return false }
        words += ["--proxy-\(method(login, session))", "-U", pair]
      } else if session.kerberos != nil {
        words += ["--proxy-anyauth", "-U", ":"]
      }
    }
    let login = session.credentials.first {
      $0.target == .origin && ($0.url.map { request.url.hasPrefix($0) } ?? true)
    }
    if let token = login?.token {
      guard let text = token.utf8 else { return false }
      words += ["--oauth2-bearer", text]
    } else if let login {
      guard let pair = pair(login) else { return false }
      words += ["--\(method(login, session))", "-u", pair]
    } else if let kerberos = session.kerberos {
      words += ["--negotiate", "-u", ":"]
      if kerberos.delegates { words += ["--delegation", "always"] }
    }
    if session.redirects > 0 { words.append("-L") }
    if session.cookies { words += ["-b", ""] }
    for name in session.resolve {
      words += ["--connect-to", "\(name.host):\(name.port):\(name.place)"]
    }
    if let tls = session.tls { add(tls, session, for: request) }
    return true
  }

  private mutating func add(
    _ tls: ClientTLS, _ session: ClientSession, for request: ClientRequest
  ) {
    words += ["--cacert", tls.caFile]
    if session.proxy?.hasPrefix("https:") ?? false { words += ["--proxy-cacert", tls.caFile] }
    if let crl = tls.crlFile { words += ["--crlfile", crl] }
    for certificate in tls.certificates {
      words += [certificate.target == .proxy ? "--proxy-cert" : "-E", certificate.file]
    }
    for pin in tls.pins where pin.target == .origin && request.url.hasPrefix(pin.url) {
      words += ["--pinnedpubkey", pin.hash]
    }
  }

  /// `basic` if the login is to be sent unasked, or the only scheme it may be sent in.
  private func method(_ login: ClientCredentials, _ session: ClientSession) -> String {
    if session.preemptive { return "basic" }
    let schemes = login.scheme.map { [$0] } ?? session.schemes ?? []
    return schemes == ["basic"] || schemes == ["digest"] ? schemes[0] : "anyauth"
  }

  /// `user:password`; `nil` if curl would divide it elsewhere.
  private func pair(_ login: ClientCredentials) -> String? {
    guard let user = login.user.utf8, let password = login.password.utf8, !user.contains(":")
    else { return nil }
    return "\(user):\(password)"
  }

  private mutating func add(_ request: ClientRequest) -> Bool {
    switch (request.method, request.body == nil) {
    case ("GET", true), ("POST", false): break
    case ("HEAD", true): words.append("-I")
    default: words += ["-X", request.method]
    }
    for line in request.lines {
      guard let name = line.name.utf8, let value = line.value.utf8 else { return false }
      words += ["-H", value.isEmpty ? "\(name);" : "\(name): \(value)"]
    }
    if request.isChunked { words += ["-H", "Transfer-Encoding: chunked"] }
    guard let body = request.body else { return true }
    // A long one is no help on a command line, and @ would name a file.
    guard body.count <= 200, let text = body.utf8, !text.hasPrefix("@") else { return false }
    words += ["--data-binary", text]
    return true
  }
}
