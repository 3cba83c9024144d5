// SPDX-License-Identifier: Apache-2.0

/// A behaviour that an RFC allows beside the usual one. It must not make a check fail.
package struct Variant: Hashable, Sendable {
  package let name: Name
  /// What the client does, as a sentence.
  package let sentence: String
  /// The section that allows it: `RFC 9110 11.1`.
  package let source: String
  /// The sentence, or the rule of the grammar, that allows it, copied literally.
  package let text: String
  /// The ids of the requirements of level should that it breaks. Their checks may warn.
  package let breaks: [String]
  /// `true` if the client then leaves out what some scenarios test, which may be inconclusive.
  package let mayBeInconclusive: Bool
}

extension Variant: CaseIterable {
  /// All variants, by topic.
  package static let allCases: [Variant] = [
    fieldLines, credentials, digest, choice, remembering, reporting, reading, connections, bodies,
    redirects, addresses,
  ].flatMap { $0 }
}

extension Variant.Name {
  /// The variant of this name: what the client does, and the section and text that allow it.
  func does(
    _ sentence: String, allowedBy source: String, _ text: String, breaks: [String] = [],
    mayBeInconclusive: Bool = false
  ) -> Variant {
    Variant(
      name: self, sentence: sentence, source: source, text: text, breaks: breaks,
      mayBeInconclusive: mayBeInconclusive)
  }
}
