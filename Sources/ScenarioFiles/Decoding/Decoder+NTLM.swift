// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  static let ntlmOffer: YAMLForm<NTLMOffer> = .init(
    "a challenge of NTLM",
    .custom("scheme", .text),
    .custom("nonce", .text),
    .may("domain", \.domain, .octets("a domain")),
    .may("host", \.host, .octets("the name of a computer")),
    .custom("timestamp", .text) {
      if $0.flag($1) == true { $2.timestamp = timestamp }
    },
    .may("without", \.without, .set(.oneOrMore(.choice("a feature")))),
    .option("broken", \.defect, .choice("a defect of message 2")))

  /// The first of January of 2026, UTC, in units of 100 nanoseconds since 1601 (MS-DTYP 2.3.3).
  private static let timestamp: UInt64 = 134_116_992_000_000_000
}

extension YAMLKind<[ExchangePattern.NamedValue]> {
  static let ntlm = YAMLKind(
    .any([
      .words(NTLMAnswer.Version.allCases.map(\.rawValue)), schema(ofParts: NTLMAnswer.names),
    ])
  ) { $0.ntlm($1) }

  static func parts(_ names: [Octets], _ message: String, _ example: String) -> YAMLKind {
    YAMLKind(schema(ofParts: names)) { $0.parts($1, names, message, example) }
  }

  private static func schema(ofParts names: [Octets]) -> YAMLSchema {
    .mapOf(names.map { "\($0)" }, .value)
  }
}

extension Decoder {
  /// The content of message 2 of NTLM (MS-NLMP 2.2.1.2).
  func ntlmOffer(_ node: YAMLNode) -> NTLMOffer? {
    guard let fields = fields(node, as: Forms.ntlmOffer) else { return nil }
    guard var offer = fields["nonce"].flatMap(nonce).map({ NTLMOffer(nonce: $0) }) else {
      return nil
    }
    fields.read(into: &offer, by: self)
    return offer
  }

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
  fileprivate func ntlm(_ node: YAMLNode) -> [ExchangePattern.NamedValue] {
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
