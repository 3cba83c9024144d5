// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The content of message 2 of NTLM (MS-NLMP 2.2.1.2).
  func ntlmOffer(_ node: YAMLNode) -> NTLMOffer? {
    guard let fields = fields(node, as: NTLMKey.self) else { return nil }
    guard let nonce = fields[.nonce].flatMap(nonce) else { return nil }
    return fields.read(into: NTLMOffer(nonce: nonce)) { key, node, offer in
      switch key {
      case .scheme, .nonce: break
      case .domain: set(&offer.domain, octets(node, "a domain"))
      case .host: set(&offer.host, octets(node, "the name of a computer"))
      case .timestamp:
        if flag(node) == true { offer.timestamp = Decoder.timestamp }
      case .without: offer.without = Set(oneOrMore(node).compactMap { choice($0, "a feature") })
      case .broken: offer.defect = choice(node, "a defect of message 2")
      }
    }
  }

  /// The first of January of 2026, UTC, in units of 100 nanoseconds since 1601 (MS-DTYP 2.3.3).
  private static let timestamp: UInt64 = 134_116_992_000_000_000

  /// Eight octets in hexadecimal digits.
  private func nonce(_ node: YAMLNode) -> [UInt8]? {
    guard let text = words(node, "a nonce") else { return nil }
    let digits = text.compactMap(\.hexDigitValue)
    guard text.utf8.count == 16, digits.count == 16 else {
      report(
        node, "a nonce of NTLM has 16 hexadecimal digits, unlike \(shown(node))",
        hint: "as in 0123456789abcdef")
      return nil
    }
    return stride(from: 0, to: 16, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The conditions for message 3: its version, or a mapping of its parts.
  func ntlm(_ node: YAMLNode) -> [ExchangePattern.NamedValue] {
    if case .scalar = node.content {
      let version: NTLMAnswer.Version? = choice(node, "a version of NTLM")
      return version.map {
        [.init(name: "version", value: .equals(Template(Octets($0.rawValue))))]
      } ?? []
    }
    return parts(
      node, NTLMAnswer.names, "message 3", "v2", expected: "a version of NTLM or a mapping")
  }

  /// The conditions for parts of a message.
  func parts(
    _ node: YAMLNode, _ known: [Octets], _ message: String, _ example: String,
    expected: String = "a mapping"
  ) -> [ExchangePattern.NamedValue] {
    let names = known.map { "\($0)" }
    let hint = "as in " + (expected == "a mapping" ? "{ \(example) }" : "ntlm: \(example)")
    return entries(node, expected: expected, hint: hint).compactMap { entry in
      guard names.contains(entry.name) else {
        collector.report(
          entry.nameSpan, "\"\(entry.name)\" is not a part of \(message)",
          hint: collector.suggestion(for: entry.name, among: names)
            ?? "the parts are \(names.joined(separator: ", "))")
        return nil
      }
      return value(entry.value).map { .init(name: Octets(entry.name), value: $0) }
    }
  }
}
