import HTTPAuth

/// What the grammar itself reads in the first refusal of an input.
struct GrammarReading {
  /// In words: the challenges as they would be written plainly, and what is to be done about them.
  let words: String
  /// The grammar leaves but one way to read it.
  let isClear: Bool

  /// The reading of an input, for clients that have these abilities in common.
  init(_ input: FuzzInput, abilities: Set<String>) {
    let answer = GrammarAnswer(input, abilities: abilities)
    let challenges = answer.understood?.challenges.map { $0.fieldValue.quotable } ?? []
    let read = challenges.isEmpty ? "no challenge" : challenges.joined(separator: " and ")
    switch answer.kind {
    case .answer: words = "by the grammar \(read), which is to be answered"
    case .nothing: words = "by the grammar \(read), which is not to be answered"
    case .open where answer.understood?.isClear ?? true:
      words = "by the grammar \(read), which may be answered"
    case .open, .whole: words = "by the grammar in more than one way"
    }
    isClear = answer.kind != .open && answer.kind != .whole
  }
}

extension Octets {
  /// What a sentence quotes at most, in octets.
  private static var mostQuoted: Int { 80 }

  /// The octets as a sentence quotes them: the beginning of what is long, and how long it is.
  var quotable: String {
    guard count > Octets.mostQuoted else { return latin1 }
    return "\(Octets(bytes.prefix(Octets.mostQuoted)).latin1)… (\(count) octets)"
  }
}
