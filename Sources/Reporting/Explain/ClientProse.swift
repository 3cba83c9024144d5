// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The settings of a client, in sentences.
enum ClientProse {
  /// A sentence for each setting that is not the default.
  static func sentences(_ settings: ClientSettings) -> [String] {
    var sentences = settings.credentials.map(grant)
    if sentences.isEmpty { sentences.append("It has no credentials.") }
    if let answers = settings.answers {
      let words = answers.map { answer -> String in
        guard case .login(let login, let closing) = answer else { return "a refusal" }
        if closing.isEmpty { return name(login) + (login.isKept ? "" : ", not to be kept") }
        return "\(name(login)) (meanwhile \(lines(closing)) closes its connections)"
      }
      sentences.append(
        words.isEmpty
          ? "It may ask for credentials, and is given none."
          : "When it asks for credentials, it is given \(Phrases.joined(words, "then")).")
    }
    if settings.preemptive { sentences.append("It is to send credentials without being asked.") }
    if let schemes = settings.schemes {
      sentences.append(
        "It may use no scheme but \(Phrases.joined(schemes.map { Visible.line($0) }, "or")).")
    }
    if let proxy = settings.proxy { sentences.append("It uses the proxy \(Visible.line(proxy)).") }
    if settings.tunnel { sentences.append("It is to use CONNECT for http URLs, too.") }
    if settings.redirects == 0 { sentences.append("It must not follow redirects.") }
    if settings.cookies { sentences.append("It keeps cookies.") }
    for header in settings.headers {
      sentences.append(
        "Its caller adds \(Visible.line(header.name)): \(PatternProse.text(header.value)).")
    }
    if let userinfo = settings.userinfo { sentences.append("The URL holds \(name(userinfo)).") }
    if settings.netrc != nil { sentences.append("It has a netrc file.") }
    if settings.store {
      sentences.append("It keeps accepted logins in a folder that outlives its process.")
    }
    if !settings.remember { sentences.append("It is to keep no login beyond a request.") }
    sentences += settings.tickets.map(NegotiateProse.tickets)
    if settings.delegates { sentences.append("It is to delegate its credentials to servers.") }
    sentences += TLSProse.client(settings)
    if settings.registry {
      sentences.append("It fetches the token that a registry asks for.")
    }
    if let metadata = settings.metadata {
      let others = metadata.isEmpty ? "" : ", and of \(lines(metadata))"
      sentences.append("It may ask for the metadata of the server of its request\(others).")
    }
    if let timeout = settings.timeout { sentences.append("A request may take \(timeout) ms.") }
    return sentences
  }

  private static func lines(_ names: [String]) -> String {
    Phrases.joined(names.map { Visible.line($0) })
  }

  private static func grant(_ grant: Grant) -> String {
    var text = "It has \(name(grant.login)) for \(lines(grant.servers))"
    if let realm = grant.realm { text += ", only for the realm \"\(Visible.line(realm))\"" }
    if let scheme = grant.scheme { text += ", only in the scheme \(Visible.line(scheme))" }
    if !grant.login.isKept { text += ", which must not be kept" }
    return text + "."
  }

  /// A login in a few words.
  static func name(_ login: ClientLogin) -> String {
    if let token = login.token, login.isBound {
      return "the token \(Visible.abridged(token, to: 40)), bound to a key of its own,"
    }
    if let token = login.token { return "the token \(Visible.abridged(token, to: 40))" }
    let user = Visible.abridged(login.user, to: 40)
    let password = Visible.abridged(login.password, to: 40)
    let domain = login.domain.map { " of the domain \"\(Visible.abridged($0, to: 80))\"" } ?? ""
    return "the user \"\(user)\"\(domain) with the password \"\(password)\""
  }

  /// A request that it is asked to make.
  static func request(_ request: RequestDefinition) -> String {
    let target = request.url ?? request.path
    var text = "\(Visible.line(request.method)) \(PatternProse.text(target))"
    if request.url == nil, request.server != "origin" {
      text += " of \(Visible.line(request.server))"
    }
    if request.isWebSocket { text = "a websocket by \(text)" }
    if request.count > 1 { text = "\(request.count) times at once \(text)" }
    if let body = request.body {
      text += " with the \(request.isWebSocket ? "message" : "body") \"\(PatternProse.text(body))\""
      if request.isStream { text += " that can be read once" }
      if request.isChunked { text += " of unknown length" }
    }
    if let until = request.until {
      let status = Phrases.joined(until.status.map(String.init), "or")
      text += " again and again until the status is \(status), \(until.times) times at most"
    }
    return text
  }
}
