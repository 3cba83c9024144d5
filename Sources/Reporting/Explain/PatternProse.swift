// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Patterns and templates in words.
enum PatternProse {
  /// A template with its places as they are written in a scenario, long ones abridged.
  static func text(_ template: Template) -> String {
    template.pieces.map { piece in
      switch piece {
      case .literal(let octets): Visible.abridged(octets, to: 80)
      case .address(let server, let part): "${\(Visible.line(server)).\(part.rawValue)}"
      case .serial: "${serial}"
      }
    }.joined()
  }

  /// `a request`, and what is said of it.
  static func request(_ pattern: ExchangePattern) -> String {
    let words = details(pattern)
    let method = pattern.method.map { "a \(Visible.line($0)) request" } ?? "a request"
    return words.isEmpty ? method : "\(method) \(Phrases.joined(words))"
  }

  /// Whether every request fits.
  static func isAnything(_ pattern: ExchangePattern) -> Bool { pattern == ExchangePattern() }

  private static func details(_ pattern: ExchangePattern) -> [String] {
    var words: [String] = []
    if let path = pattern.path { words.append("for \(text(path))") }
    if let target = pattern.target { words.append("with the target \(text(target))") }
    if let kind = pattern.credentials {
      switch kind {
      case .none: words.append("without credentials")
      case .any: words.append("with credentials")
      case .valid: words.append("with valid credentials")
      case .invalid: words.append("with credentials that are not valid")
      case .connection: words.append("without credentials, on the connection of an account")
      }
    }
    if let scheme = pattern.scheme { words.append("in the scheme \(Visible.line(scheme))") }
    if let message = pattern.message { words.append("with message \(message) of the login") }
    if let account = pattern.account { words.append("of \(Visible.line(account))") }
    words += pattern.query.map { named($0, "the parameter ") }
    words += pattern.ntlm.map { named($0, "the NTLM ") }
    words += pattern.dpop.map { named($0, "the proof's ") }
    words += pattern.scram.map { named($0, "the SCRAM ") }
    words += pattern.digest.map { named($0, "") }
    if let count = pattern.nonceCount { words.append("with nonce count \(count)") }
    if let negotiation = pattern.negotiation { words += NegotiateProse.pattern(negotiation) }
    words += pattern.headers.map { named($0, "the header ") }
    words += pattern.cookies.map { named($0, "the cookie ") }
    if let body = pattern.body { words.append("with \(self.body(body))") }
    switch pattern.connection {
    case .same: words.append("on the connection before")
    case .new: words.append("on a new connection")
    case nil: break
    }
    if let socket = pattern.webSocket { words += WebSocketProse.pattern(socket) }
    if let tls = pattern.tls { words.append(TLSProse.pattern(tls)) }
    if let version = pattern.version { words.append("in \(Visible.line(version))") }
    return words
  }

  /// A body in words.
  static func body(_ body: ExchangePattern.Body) -> String {
    switch body {
    case .step: "the step's body"
    case .empty: "an empty body"
    case .equals(let template): "the body \"\(text(template))\""
    }
  }

  /// A named value in words.
  static func named(_ named: ExchangePattern.NamedValue, _ kind: String) -> String {
    let name = kind + Visible.line(named.name)
    return switch named.value {
    case .present: "with \(name)"
    case .absent: "without \(name)"
    case .equals(let template): "with \(name) \"\(text(template))\""
    case .differs(let template): "with another \(name) than \"\(text(template))\""
    case .contains(let template): "with \"\(text(template))\" in \(name)"
    case .capture(let kept): "with \(name), kept as \(Visible.line(kept))"
    case .captured(let kept): "with \(name) kept as \(Visible.line(kept))"
    case .notCaptured(let kept): "with another \(name) than kept as \(Visible.line(kept))"
    }
  }
}
