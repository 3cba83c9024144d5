// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A text with placeholders in braces, as in `{user}:{password}`.
///
/// A placeholder is a word of lower-case letters and hyphens in braces. `{{` stands for a brace,
/// and so does any other brace. Values are inserted unchanged.
package struct FillableText: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case literal(Octets)
    case place(Placeholder)
  }

  /// A word in braces that is not a placeholder.
  package struct UnknownPlaceholder: Error, Hashable, Sendable {
    package var word: String
    /// The placeholder that was probably meant.
    package var nearest: String?
  }

  /// The pieces in order.
  package private(set) var pieces: [Piece] = []

  package init(_ text: String) throws(UnknownPlaceholder) {
    let octets = Array(text.utf8)
    var literal: [UInt8] = []
    var index = 0
    while index < octets.count {
      let rest = octets[(index + 1)...]
      let isBrace = octets[index] == UInt8(ascii: "{")
      let isEscaped = isBrace && rest.first == UInt8(ascii: "{")
      guard isBrace, !isEscaped, let word = FillableText.word(rest) else {
        literal.append(octets[index])
        index += isEscaped ? 2 : 1
        continue
      }
      guard let place = Placeholder(rawValue: word) else {
        let known = Placeholder.allCases.map(\.rawValue)
        throw UnknownPlaceholder(
          word: word, nearest: NearestName.to(word, among: known, limit: 1).first)
      }
      if !literal.isEmpty { pieces.append(.literal(Octets(literal))) }
      literal = []
      pieces.append(.place(place))
      index += word.utf8.count + 2
    }
    if !literal.isEmpty { pieces.append(.literal(Octets(literal))) }
  }

  /// A text without placeholders, in which braces have no meaning.
  package init(literal octets: Octets) { pieces = [.literal(octets)] }

  /// The word before a closing brace; `nil` if there is none.
  private static func word(_ octets: ArraySlice<UInt8>) -> String? {
    let word = octets.prefix { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) }
    guard !word.isEmpty, word.count < 32, octets.dropFirst(word.count).first == UInt8(ascii: "}")
    else { return nil }
    return String(decoding: word, as: UTF8.self)
  }

  /// The placeholders in order.
  package var placeholders: [Placeholder] {
    pieces.compactMap { if case .place(let place) = $0 { place } else { nil } }
  }

  /// The octets with placeholders filled in; `nil` if `fill` has no value for one.
  package func filled(_ fill: (Placeholder) -> Octets?) -> Octets? {
    var result: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .literal(let octets): result.append(contentsOf: octets.bytes)
      case .place(let place):
        guard let octets = fill(place) else { return nil }
        result.append(contentsOf: octets.bytes)
      }
    }
    return Octets(result)
  }
}
