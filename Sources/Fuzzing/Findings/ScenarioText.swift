// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The case of an input as a scenario file, which can be played without the fuzzer.
struct ScenarioText {
  private(set) var text = ""

  /// The file of a case that `InputCase` made, with notes for readers.
  init(_ played: Case, notes: String) {
    line(0, "title: \(quoted(played.scenario.title))")
    line(0, "level: \(played.scenario.level.rawValue)")
    line(0, "notes: \(quotedWords(notes))")
    line(0, "tags: [fuzz]")
    if !played.needs.isEmpty {
      line(0, "needs: [\(played.needs.joined(separator: ", "))]")
    }
    line(0, "accounts:")
    for account in played.accounts {
      // Nothing in it needs an escape.
      let principal = account.principal.map { ", principal: \($0)" } ?? ""
      line(1, "\(account.name): { password: \"\(account.password)\"\(principal) }")
    }
    write(played.client)
    line(0, "servers:")
    for server in played.servers {
      let http = server.speaksHTTP2 ? ", http: \"2\"" : ""
      let tls = server.tls == nil ? "" : ", tls: {}"
      line(1, "\(server.name): { back-end: wire\(http)\(tls) }")
    }
    line(0, "steps:")
    for step in played.steps { write(step, played.servers) }
  }

  private mutating func line(_ depth: Int, _ words: String) {
    text += String(repeating: "  ", count: depth) + words + "\n"
  }

  // MARK: The client

  private mutating func write(_ client: ClientSettings) {
    line(0, "client:")
    line(1, "credentials:")
    for grant in client.credentials {
      // Nothing in it needs an escape.
      let login =
        grant.login.account.map { "account: \($0)" }
        ?? "user: \(grant.login.user), password: \"\(grant.login.password)\""
      line(2, "- { \(login), for: \(grant.servers[0]) }")
    }
    if !client.tickets.isEmpty { line(1, "tickets: [alice]") }
    if let proxy = client.proxy { line(1, "proxy: \(proxy)") }
    if client.cookies { line(1, "cookies: true") }
    if client.redirects != ClientSettings().redirects { line(1, "redirects: \(client.redirects)") }
    if let timeout = client.timeout { line(1, "timeout: \(timeout)") }
  }

  // MARK: Steps

  private mutating func write(_ step: Step, _ servers: [ServerDefinition]) {
    line(1, "- title: \(quoted(step.title))")
    for request in step.requests {
      line(2, "request: { path: \(quoted(request.path)) }")
    }
    for server in servers {
      guard let rules = step.rules[server.name], !rules.isEmpty else { continue }
      line(2, "\(server.name):")
      for rule in rules { write(rule) }
    }
    write(step.expect)
  }

  private mutating func write(_ rule: Rule) {
    let reply = rule.reply
    switch reply.kind {
    case .raw(let octets):
      line(3, "- reply: raw")
      line(4, "raw: \(quoted(octets))")
    case .status(let status): line(3, "- reply: \(status)")
    case .challenge, .redirect, .forward, .nothing, .webSocket, .streamEnd: return
    }
    if let times = rule.times { line(4, "times: \(times)") }
    if let reason = reply.reason { line(4, "reason: \(quoted(reason))") }
    if !reply.headers.isEmpty {
      line(4, "headers:")
      for header in reply.headers {
        line(5, "- \(quoted(header.name)): \(quoted(header.value))")
      }
    }
    if reply.framing != .length { line(4, "framing: \(reply.framing.rawValue)") }
    if reply.connection != .keep { line(4, "connection: \(reply.connection.rawValue)") }
    if let trickle = reply.trickle {
      line(
        4, "trickle: { octets: \(trickle.octets), milliseconds: \(trickle.milliseconds) }")
    }
    guard !reply.interim.isEmpty else { return }
    line(4, "interim:")
    for interim in reply.interim {
      let headers = interim.headers.map { "\(quoted($0.name)): \(quoted($0.value))" }
      line(
        5,
        headers.isEmpty
          ? "- \(interim.status)"
          : "- { status: \(interim.status), headers: { \(headers.joined(separator: ", ")) } }")
    }
  }

  // MARK: Expectations

  private mutating func write(_ expect: Expectations) {
    guard !expect.servers.isEmpty || !expect.never.isEmpty else { return }
    line(2, "expect:")
    for server in expect.servers {
      line(3, "\(server.server):")
      for exchange in server.exchanges { line(4, "- \(words(exchange))") }
    }
    guard !expect.never.isEmpty else { return }
    line(3, "never:")
    for never in expect.never {
      let words = ["server: \(never.server ?? "origin")"] + self.words(never.pattern)
      line(4, "- { \(words.joined(separator: ", ")) }")
    }
  }

  private func words(_ exchange: ExchangeExpectation) -> String {
    var words = words(exchange.pattern)
    switch exchange.replied {
    case .challenge: words.append("replied: challenge")
    case .status(let status): words.append("replied: \(status)")
    case nil: break
    }
    if exchange.count != 1...1 {
      words.append("repeat: \(exchange.count.lowerBound)..\(exchange.count.upperBound)")
    }
    return "{ \(words.joined(separator: ", ")) }"
  }

  private func words(_ pattern: ExchangePattern) -> [String] {
    pattern.credentials.map { ["credentials: \($0.rawValue)"] } ?? []
  }

  // MARK: Texts

  /// Words for readers in double quotes. `${` is a placeholder of the matrix there, and is escaped
  /// as `$${`.
  ///
  ///     ns-esc-char, c-printable                                              (YAML 1.2 5.7, 5.1)
  private func quotedWords(_ words: String) -> String {
    var text = "\""
    for scalar in words.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
        0x10000...0x10FFFF:
        text.unicodeScalars.append(scalar)
      default:
        text += "\\u" + scalar.value.hex(digits: 4, uppercase: true)
      }
    }
    return text.replacing("${", with: "$${") + "\""
  }

  private func quoted(_ text: String) -> String { quoted(Octets(text)) }

  private func quoted(_ octets: Octets) -> String { quoted(Template(octets)) }

  /// A text in double quotes. Octets with a meaning in YAML or the scenario language are written in
  /// hexadecimal, and long runs by their length.
  private func quoted(_ template: Template) -> String {
    var text = "\""
    for piece in template.pieces {
      switch piece {
      case .literal, .repetition: text += piece.octets.map(ScenarioText.escaped) ?? ""
      case .address(let server, let part): text += "${\(server).\(part.rawValue)}"
      case .serial: text += "${serial}"
      }
    }
    return text + "\""
  }

  private static func escaped(_ octets: Octets) -> String {
    var text = ""
    var rest = octets.bytes
    while let octet = rest.first {
      let run = rest.prefix { $0 == octet }.count
      if run > 40, octet.asciiIsAlphanumeric {
        text += "${\(run)*\(Character(Unicode.Scalar(octet)))}"
        rest = rest.dropFirst(run)
        continue
      }
      switch octet {
      case UInt8(ascii: "\""): text += "\\\""
      case UInt8(ascii: "\\"): text += "\\\\"
      case UInt8(ascii: "$"): text += "${x24}"
      case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(octet))
      default:
        text += "${x\(octet.hex(digits: 2, uppercase: true))}"
      }
      rest.removeFirst()
    }
    return text
  }
}

extension UInt8 {
  fileprivate var asciiIsAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}
