// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// How the grammar reads the first refusal of an input, for the sentences of findings.
struct GrammarReading {
  /// The challenges in their simplest form, and whether they are to be answered.
  let words: String
  /// `true` if the grammar allows only one reading.
  let isClear: Bool

  /// The reading of an input, for clients that have these abilities in common.
  init(_ input: FuzzInput, abilities: Set<String>) {
    let answer = GrammarAnswer(input, abilities: abilities)
    let challenges = answer.understood?.challenges.map { $0.fieldValue.quotable } ?? []
    let read = challenges.isEmpty ? "no challenge" : challenges.joined(separator: " and ")
    switch answer.kind {
    case .answer: words = "by the grammar \(read), which is to be answered"
    case .nothing: words = "by the grammar \(read), which must not be answered"
    case .open where answer.understood?.isClear ?? true:
      words = "by the grammar \(read), which may be answered"
    case .open, .whole: words = "by the grammar in more than one way"
    }
    isClear = answer.kind != .open && answer.kind != .whole
  }
}

extension Octets {
  private static var maxQuotedOctets: Int { 80 }

  /// The octets as a sentence quotes them: of a long value the beginning and the length.
  var quotable: String {
    guard count > Octets.maxQuotedOctets else { return latin1 }
    return "\(Octets(bytes.prefix(Octets.maxQuotedOctets)).latin1)… (\(count) octets)"
  }
}
