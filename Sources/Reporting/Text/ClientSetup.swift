// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What a client was given and told in a case, in one line.
///
///     alice for origin, bob for proxy; through proxy; cookies
struct ClientSetup {
  private let settings: ClientSettings

  /// The settings in the step that has this line of the scenario's file.
  init(of played: Case, at line: Int) {
    var settings = played.client
    for (number, step) in played.steps.enumerated() where number == 0 || step.location.line <= line
    {
      settings = step.client ?? settings
    }
    self.settings = settings
  }

  /// The text. A login appears as the name of its account or user, without password and token.
  var text: String {
    let parts = [logins, tls, network, memory].filter { !$0.isEmpty }
    return parts.map { $0.joined(separator: ", ") }.joined(separator: "; ")
  }

  private var logins: [String] {
    var parts = settings.credentials.map { grant in
      var text = "\(ClientSetup.name(of: grant.login)) for \(Phrases.joined(grant.servers))"
      if let realm = grant.realm { text += " in realm \(realm.latin1)" }
      if let scheme = grant.scheme { text += " with \(scheme)" }
      return text
    }
    if let login = settings.userinfo { parts.append("\(ClientSetup.name(of: login)) in the URL") }
    parts += settings.tickets.map { "a ticket of \($0.principal.latin1)" }
    if settings.netrc != nil { parts.append("a netrc file") }
    if parts.isEmpty { parts.append("no login") }
    if let answers = settings.answers {
      let given = answers.map { answer in
        if case .login(let login, _) = answer { ClientSetup.name(of: login) } else { "none" }
      }
      parts.append(
        "answers \(given.isEmpty ? "none" : given.joined(separator: ", then ")) if asked")
    }
    if settings.preemptive { parts.append("to be sent unasked") }
    if let schemes = settings.schemes { parts.append("only \(Phrases.joined(schemes))") }
    if settings.delegates { parts.append("delegates") }
    return parts
  }

  private var tls: [String] {
    var parts = settings.certificates.map { "a certificate for \($0.server)" }
    parts += settings.pins.map { "a pin for \($0.server)" }
    switch settings.trust {
    case .run: break
    case .stranger: parts.append("trusts another root")
    case .none: parts.append("trusts no certificate")
    case .certificates(let trusted):
      parts.append("trusts the certificate of \(Phrases.joined(trusted.map(\.server)))")
    }
    if settings.revocationList { parts.append("a revocation list") }
    return parts
  }

  private var network: [String] {
    var parts: [String] = []
    if let proxy = settings.proxy { parts.append("through \(proxy)") }
    if settings.tunnel { parts.append("in tunnels") }
    if settings.redirects != ClientSettings().redirects {
      parts.append(settings.redirects == 0 ? "no redirects" : "\(settings.redirects) redirects")
    }
    if let timeout = settings.timeout { parts.append("\(timeout) ms for a request") }
    return parts
  }

  private var memory: [String] {
    var parts: [String] = []
    if settings.cookies { parts.append("cookies") }
    if settings.store { parts.append("a store of logins") }
    if !settings.remember { parts.append("remembers no login") }
    if settings.registry { parts.append("tokens of a registry") }
    if settings.metadata != nil { parts.append("metadata of resources") }
    if !settings.headers.isEmpty {
      parts.append("the caller's \(Phrases.joined(settings.headers.map(\.name.latin1)))")
    }
    return parts
  }

  private static func name(of login: ClientLogin) -> String {
    login.account ?? (login.token == nil ? login.user.latin1 : "a token")
  }
}
