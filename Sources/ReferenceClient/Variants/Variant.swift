/// Another way to go that an RFC leaves to the client: one small switch at the place of the usual way. No check may fail
/// because of it.
public struct Variant: Hashable, Sendable {
  /// Its name.
  public let name: Name
  /// What the client does, as a sentence.
  public let sentence: String
  /// Where it is allowed: `RFC 9110 11.1`.
  public let source: String
  /// The sentence, or the rule of the grammar, that allows it: literally.
  public let text: String
  /// The requirements, each a SHOULD, that it breaks all the same: checks that name one of them may warn.
  public let breaks: [String]

  init(
    _ name: Name, _ sentence: String, _ source: String, _ text: String, breaks: [String] = []
  ) {
    self.name = name
    self.sentence = sentence
    self.source = source
    self.text = text
    self.breaks = breaks
  }
}

extension Variant: CaseIterable {
  /// All variants, by topic.
  public static let allCases: [Variant] = [
    fieldLines, credentials, digest, choice, remembering, reporting, reading, connections, bodies,
    redirects, addresses,
  ].flatMap { $0 }
}
