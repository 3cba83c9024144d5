// SPDX-License-Identifier: Apache-2.0

/// Another behaviour that an RFC allows: one small switch at the place of the usual behaviour. It
/// must not make a check fail.
package struct Variant: Hashable, Sendable {
  /// Its name.
  package let name: Name
  /// What the client does, as a sentence.
  package let sentence: String
  /// The section that allows it: `RFC 9110 11.1`.
  package let source: String
  /// The sentence, or the rule of the grammar, that allows it, copied literally.
  package let text: String
  /// The requirements of level should that it breaks; checks that name one of them may warn.
  package let breaks: [String]
  /// The client does not do what some scenarios are about: there it may be inconclusive.
  package let mayBeInconclusive: Bool

  init(
    _ name: Name, _ sentence: String, _ source: String, _ text: String, breaks: [String] = [],
    mayBeInconclusive: Bool = false
  ) {
    self.name = name
    self.sentence = sentence
    self.source = source
    self.text = text
    self.breaks = breaks
    self.mayBeInconclusive = mayBeInconclusive
  }
}

extension Variant: CaseIterable {
  /// All variants, by topic.
  package static let allCases: [Variant] = [
    fieldLines, credentials, digest, choice, remembering, reporting, reading, connections, bodies,
    redirects, addresses,
  ].flatMap { $0 }
}
