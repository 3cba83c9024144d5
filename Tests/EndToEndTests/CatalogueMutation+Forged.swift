// SPDX-License-Identifier: Apache-2.0

import TranscriptEditing
import HTTPAuth
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts

/// Requests as the scenario forbids or observes them.
extension CatalogueMutation {
  /// Requests that are just what must never be: in the place of others, or one more.
  func forge(_ expect: Expectations, step: Int, _ body: (() -> Transcript) -> Void) {
    for never in expect.never {
      for index in changeable where play.recording.exchanges[index].step == step {
        let exchange = play.recording.exchanges[index]
        let lines = sentAnywhere.filter { !$0.name.matches("Cookie") }
        for line in [nil] + lines.map(Optional.some) {
          func forged() -> Recording.Exchange {
            var forged = exchange
            if let line { forged.request.fields.replace(line.name, line.value) }
            forge(&forged, never.pattern)
            return forged
          }
          body(changed { $0.recording.exchanges[index] = forged() })
          body(changed { $0.recording.exchanges.insert(forged(), at: index + 1) })
        }
      }
    }
    for way in expect.oneOf { forge(way.expectations, step: step, body) }
    guard play.steps.indices.contains(step) else { return }
    let question = CredentialsQuestion(
      request: 0, target: .origin, url: "", realm: "mutated", failures: 0)
    body(
      changed {
        $0.steps[step].questions.append(AnsweredQuestion(question: question, answer: .cancel))
      })
  }

  /// Message 3 of NTLMv1, of MS-NLMP 4.2.2: no server of the catalogue knows its user.
  private static let strangersMessage3OfNTLM: Octets =
    "NTLM TlRMTVNTUAADAAAAGAAYAGwAAAAYABgAhAAAAAwADABIAAAACAAIAFQAAAAQABAAXAAAABAAEACcAAAANYKA4gUBKAoAAAAPRABvAG0AYQBpAG4AVQBzAGUAcgBDAE8ATQBQAFUAVABFAFIAmN73uH+Iql2v4t93loihct7xHH1cze8TZ8QwEfMCmKKtNezmTxYzHES9vtknhB+UUYgisbPzUMiVhoLsuz48tw=="

  func forge(_ exchange: inout Recording.Exchange, _ pattern: ExchangePattern) {
    let addresses = AddressBook(play.recording.servers)
    if let method = pattern.method { exchange.request.method = Octets(method) }
    if let path = pattern.path {
      let text = addresses.render(path)
      exchange.request.target = text.last == 0x2A ? Octets(text.bytes.dropLast()) : text
    }
    if let target = pattern.target { exchange.request.target = addresses.render(target) }
    if let version = pattern.version { exchange.request.version = Octets(version) }
    let isProxy = plan.servers[exchange.server].kind == .proxy
    let field: Octets = isProxy ? "Proxy-Authorization" : "Authorization"
    switch pattern.credentials {
    case nil: break
    case .some(.none), .connection:
      exchange.request.fields.removeAll("Authorization")
      exchange.request.fields.removeAll("Proxy-Authorization")
    case .any, .valid:
      if exchange.request.fields.values(named: field).isEmpty {
        let account = plan.played.accounts.first
        for value in account.map(CatalogueMutation.credentials) ?? ["Mutated"] {
          exchange.request.fields.replace(field, value)
        }
      }
    case .invalid: exchange.request.fields.replace(field, "Basic bXV0YXRlZA==")
    }
    if pattern.message == 3 || !pattern.ntlm.isEmpty, pattern.credentials != .valid {
      exchange.request.fields.replace(field, CatalogueMutation.strangersMessage3OfNTLM)
    }
    if let scheme = pattern.scheme, pattern.credentials != .valid {
      let first = exchange.request.fields.values(named: field).first
      if first.map({ !$0.asciiLowercased.starts(with: scheme.lowercased().utf8) }) ?? true {
        let account = plan.played.accounts.first { ($0.token == nil) == (scheme != "bearer") }
        let value: Octets =
          scheme == "digest"
          ? "Digest username=\"mutated\", realm=\"\", nonce=\"\", uri=\"/\", response=\"\""
          : account.map(CatalogueMutation.credentials)?.first ?? "Mutated"
        exchange.request.fields.replace(field, value)
      }
    }
    let count = pattern.nonceCount.map {
      ExchangePattern.NamedValue(name: "nc", value: .equals(Template(Octets(hexadecimal($0)))))
    }
    for digest in pattern.digest + [count].compactMap({ $0 }) {
      let values = exchange.request.fields.values(named: field)
      var credentials =
        values.first.flatMap { try? Credentials(parsing: $0) }
        ?? Credentials(scheme: "Digest", parameters: [])
      if !credentials.scheme.matches("Digest") { credentials = Credentials(scheme: "Digest") }
      credentials.parameters.removeAll { $0.name.equalsIgnoringCase(digest.name) }
      if let value = text(digest.value, addresses) {
        credentials.parameters.append(
          AuthParameter(
            name: digest.name, value: value, form: digest.name == "nc" ? .token : .quotedString))
      }
      exchange.request.fields.replace(field, credentials.fieldValue)
    }
    for header in pattern.headers {
      exchange.request.fields.removeAll(header.name)
      if let value = text(header.value, addresses) {
        exchange.request.fields.append(header.name, value)
      }
    }
    for cookie in pattern.cookies {
      exchange.request.fields.removeAll("Cookie")
      if let value = text(cookie.value, addresses) {
        exchange.request.fields.append("Cookie", Octets(cookie.name.array + [0x3D] + value.array))
      }
    }
    switch pattern.body {
    case nil: break
    case .empty: exchange.body = ""
    case .equals(let template): exchange.body = addresses.render(template)
    case .step:
      exchange.body =
        play.steps[exchange.step].requests.lazy.compactMap(\.request.body).first ?? ""
    }
  }

  func text(_ value: ExchangePattern.Value, _ addresses: AddressBook) -> Octets? {
    switch value {
    case .absent: nil
    case .present, .differs, .capture, .captured, .notCaptured: "mutated"
    case .equals(let template), .contains(let template): addresses.render(template)
    }
  }
}
