// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Parses texts into templates. Equal texts of a file are parsed once and share their octets.
final class TextReader {
  struct ParsedText {
    var template: Template
    /// The servers whose addresses it contains, with the placeholders.
    var servers: [(name: String, place: String)]
    /// `true` if it contains the beginning of a literal URL, `://`.
    var namesScheme: Bool
  }

  /// Why a text cannot be parsed.
  struct Problem: Error {
    var message: String
    var hint: String?
    /// The part of the text that it is about.
    var place: String
  }

  /// The parsed texts by their octets. Canonically equivalent strings are equal, but different
  /// passwords.
  private var known: [Octets: ParsedText] = [:]
  private var challenges: [ObjectIdentifier: (YAMLNode, ChallengeTemplate)] = [:]
  private let budget: Budget
  private let matrixKeys: [String]

  init(budget: Budget, matrixKeys: [String]) {
    self.budget = budget
    self.matrixKeys = matrixKeys
  }

  /// Parses a text.
  func read(_ text: String) throws(Problem) -> ParsedText {
    let octets = Octets(text)
    if let reading = known[octets] { return reading }
    var builder = Builder(reader: self)
    try PlaceholderScanner.forEach(in: text) { piece throws(Problem) in try builder.take(piece) }
    let reading = builder.finish()
    known[octets] = reading
    return reading
  }

  /// The challenge that was decoded from a node in an earlier case; `nil` for a node with
  /// placeholders.
  func challenge(_ node: YAMLNode) -> ChallengeTemplate? {
    node.hasPlaceholders ? nil : challenges[ObjectIdentifier(node)]?.1
  }

  /// Keeps a challenge for the next cases. Its node is kept as well, so that its identifier stays
  /// unique.
  func keep(_ challenge: ChallengeTemplate, for node: YAMLNode) {
    guard !node.hasPlaceholders else { return }
    challenges[ObjectIdentifier(node)] = (node, challenge)
  }

  private struct Builder {
    let reader: TextReader
    var pieces: [Template.Piece] = []
    var literal: [UInt8] = []
    var octets = 0
    var servers: [(name: String, place: String)] = []

    mutating func finish() -> ParsedText {
      if !literal.isEmpty { pieces.append(.literal(Octets(literal))) }
      return ParsedText(
        template: Template(pieces), servers: servers,
        namesScheme: pieces.contains(where: \.namesScheme))
    }

    mutating func take(_ piece: PlaceholderScanner.Piece) throws(Problem) {
      switch piece {
      case .text(let text): try append(text.utf8, count: text.utf8.count, place: "")
      case .escape: try append("${".utf8, count: 2, place: "")
      case .open(let text):
        throw Problem(
          message: "\"${\" without \"}\"", hint: "add \"}\"; the two characters themselves are $${",
          place: String(text.prefix(2)))
      case .placeholder(let inside): try takePlaceholder(inside)
      }
    }

    private mutating func append(
      _ added: some Sequence<UInt8>, count: Int, place: String
    ) throws(Problem) {
      octets += count
      guard octets <= Budget.text else {
        throw Problem(
          message: "a text of more than 16 MB", hint: "that is the limit of one text", place: place)
      }
      guard reader.budget.spend(count) else {
        throw Problem(
          message: "the texts of this file come to more than 64 MB", hint: "that is the limit",
          place: place)
      }
      literal.append(contentsOf: added)
    }

    private mutating func append(_ piece: Template.Piece) {
      if !literal.isEmpty { pieces.append(.literal(Octets(literal))) }
      literal = []
      pieces.append(piece)
    }

    private mutating func takePlaceholder(_ inside: Substring) throws(Problem) {
      let place = "${\(inside)}"
      if inside == "serial" {
        append(.serial)
      } else if inside.first == "x", let added = TextReader.octets(inside.dropFirst()) {
        try append(added, count: added.count, place: place)
      } else if let star = inside.firstIndex(of: "*") {
        let text = inside[inside.index(after: star)...]
        try takeRepetition(count: inside[..<star], of: Array(text.utf8), place)
      } else if let sign = inside.firstIndex(of: "x"),
        Int(digits: inside[..<sign]) != nil,
        let once = TextReader.octets(inside[inside.index(after: sign)...])
      {
        try takeRepetition(count: inside[..<sign], of: once, place)
      } else if let dot = inside.lastIndex(of: ".") {
        try takeAddress(inside[..<dot], part: inside[inside.index(after: dot)...], place)
      } else {
        throw Problem(
          message: "\(place) has no value", hint: reader.advice(inside), place: place)
      }
    }

    private mutating func takeRepetition(
      count: Substring, of once: [UInt8], _ place: String
    ) throws(Problem) {
      guard let count = Int(count), count >= 0 else {
        throw Problem(
          message: "\(place) must begin with a number", hint: "as in ${33000*A}", place: place)
      }
      let (all, isTooMuch) = once.count.multipliedReportingOverflow(by: count)
      guard !isTooMuch, all <= Budget.text else {
        throw Problem(
          message: "\(place) is more than 16 MB", hint: "that is the limit of one text",
          place: place)
      }
      guard reader.budget.spend(all), octets + all <= Budget.text else {
        throw Problem(
          message:
            "with \(place) the texts of this file come to more than 64 MB, or this one to 16",
          hint: "these are the limits", place: place)
      }
      octets += all
      if all > Builder.long { return append(.repetition(Octets(once), count: count)) }
      literal.append(contentsOf: Template.repeated(once, count: count))
    }

    /// The number of octets above which a repetition is not written out.
    private static let long = 1 << 16

    private mutating func takeAddress(
      _ server: Substring, part: Substring, _ place: String
    ) throws(Problem) {
      guard let part = Template.AddressPart(rawValue: String(part)) else {
        let parts = Template.AddressPart.allCases.map(\.rawValue)
        let near = NearestName.to(String(part), among: parts, limit: 1).first
        throw Problem(
          message: "\(place) has no value",
          hint: near.map { "did you mean \"${\(server).\($0)}\"?" }
            ?? "a server's address has the parts url, authority, host and port", place: place)
      }
      append(.address(server: String(server), part: part))
      servers.append((String(server), place))
    }
  }

  private func advice(_ name: Substring) -> String {
    if let near = NearestName.to(String(name), among: matrixKeys + ["serial"], limit: 1).first {
      return "did you mean \"${\(near)}\"?"
    }
    if matrixKeys.isEmpty {
      return
        "this file has no matrix: octets are ${xE5}, repetitions ${9*A}, addresses ${origin.url}"
    }
    return "the matrix has: \(matrixKeys.joined(separator: ", ")); write $${ for \"${\" itself"
  }

  private static func octets(_ digits: Substring) -> [UInt8]? {
    guard !digits.isEmpty, digits.utf8.count.isMultiple(of: 2) else { return nil }
    var octets: [UInt8] = []
    octets.reserveCapacity(digits.utf8.count / 2)
    var high: UInt8?
    for character in digits {
      guard let value = character.hexDigitValue, character.isASCII else { return nil }
      let digit = UInt8(truncatingIfNeeded: value)
      if let first = high {
        octets.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return octets
  }
}

extension Template.Piece {
  /// `true` if it contains `://`.
  fileprivate var namesScheme: Bool {
    var rest: ArraySlice<UInt8>
    switch self {
    case .literal(let octets): rest = octets.bytes
    case .repetition(let once, _): rest = once.bytes + once.bytes
    case .address, .serial: return false
    }
    // Colons are rarer than slashes.
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      if rest[(colon + 1)...].starts(with: "//".utf8) { return true }
      rest = rest[(colon + 1)...]
    }
    return false
  }
}
