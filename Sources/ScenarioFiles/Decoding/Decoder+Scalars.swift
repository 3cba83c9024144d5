// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// The text of a scalar, with its placeholders.
  func raw(_ node: YAMLNode, _ what: String) -> String? {
    guard case .scalar(let text, _) = node.content, !node.isNull else {
      let hint = node.isNull ? "an empty text is \"\"; put the word null in quotes" : nil
      reportKind(node, expected: what, hint: hint)
      return nil
    }
    return text
  }

  /// A text that is not empty and has no placeholders, such as a name or a sentence.
  func words(_ node: YAMLNode, _ what: String) -> String? {
    guard let text = raw(node, what) else { return nil }
    guard !text.isEmpty else {
      reportKind(node, expected: what)
      return nil
    }
    return constant(text, node, what)
  }

  /// A text without placeholders, in which `$${` is replaced by `${`.
  private func constant(_ text: String, _ node: YAMLNode, _ what: String) -> String? {
    guard node.hasPlaceholders || text.hasPlaceholderMark else { return text }
    var result = ""
    var bad: String?
    PlaceholderScanner.forEach(in: text) { piece in
      switch piece {
      case .text(let characters): result += characters
      case .escape: result += "${"
      case .placeholder(let inside): bad = bad ?? "${\(inside)}"
      case .open: bad = bad ?? "${"
      }
    }
    guard let bad else { return result }
    report(
      node, "\(bad) cannot stand in \(what)",
      hint: "only values of the matrix can, where the file has one; write $${ for \"${\" itself",
      at: bad)
    return nil
  }

  /// A text that may have placeholders.
  func template(_ node: YAMLNode, _ what: String) -> Template? {
    guard let text = raw(node, what) else { return nil }
    return template(text, at: node.span)
  }

  func template(_ text: String, at span: SourceSpan) -> Template? {
    do throws(TextReader.Problem) {
      let reading = try texts.read(text)
      if reading.namesScheme { namesScheme = true }
      for (server, place) in reading.servers { use(server, at: span, place: place) }
      return reading.template
    } catch {
      collector.report(span, error.message, hint: error.hint, at: error.place)
      return nil
    }
  }

  /// Octets without placeholders that only the running servers can fill in.
  func octets(_ node: YAMLNode, _ what: String) -> Octets? {
    guard let text = raw(node, what) else { return nil }
    return octets(text, at: node.span, what)
  }

  func octets(_ text: String, at span: SourceSpan, _ what: String) -> Octets? {
    guard let template = template(text, at: span) else { return nil }
    guard let octets = template.constant else {
      collector.report(
        span, "\(what) cannot hold an address or ${serial}",
        hint: "these are known only when the case is played")
      return nil
    }
    return octets
  }

  func flag(_ node: YAMLNode) -> Bool? {
    if case .scalar(let text, isPlain: true) = node.content {
      if text == "true" { return true }
      if text == "false" { return false }
    }
    reportKind(node, expected: "true or false")
    return nil
  }

  func number(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> Int? {
    guard case .scalar(let text, _) = node.content, let number = Int(digits: text) else {
      reportKind(
        node, expected: "\(what), a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    guard range.contains(number) else {
      report(
        node, "\(what) must be from \(range.lowerBound) to \(range.upperBound), not \(number)")
      return nil
    }
    return number
  }

  /// A number of times: `3`, or `0..3` with both ends included.
  func range(_ node: YAMLNode, upTo most: Int) -> ClosedRange<Int>? {
    let hint = "as in 2, or 0..3 for none to three"
    guard case .scalar(let text, _) = node.content, !node.isNull else {
      reportKind(node, expected: "how often", hint: hint)
      return nil
    }
    if let number = Int(digits: text), number <= most { return number...number }
    guard let dots = text.firstRange(of: ".."), let low = Int(digits: text[..<dots.lowerBound]),
      let high = Int(digits: text[dots.upperBound...])
    else {
      reportKind(node, expected: "how often", hint: hint)
      return nil
    }
    if low <= high, high <= most { return low...high }
    let why = low > high ? "ends before it begins" : "goes beyond \(most)"
    report(node, "the range \(text) \(why)", hint: hint)
    return nil
  }

  /// The case of an enumeration that has the node's text as raw value.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode, _ what: String
  ) -> Choice? {
    if case .scalar(let text, _) = node.content, let choice = Choice(rawValue: text) {
      return choice
    }
    _ = word(node, what, of: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// The node's text, which must be one of `words`.
  func word(_ node: YAMLNode, _ what: String, of words: [String]) -> String? {
    guard case .scalar(let text, _) = node.content, !node.isNull else {
      reportKind(node, expected: "\(what): one of \(words.joined(separator: ", "))")
      return nil
    }
    if words.contains(text) { return text }
    if constant(text, node, what) != nil { reportNoWord(text, node, what, known: words) }
    return nil
  }

  private func reportNoWord(_ text: String, _ node: YAMLNode, _ what: String, known: [String]) {
    let near = collector.suggestion(for: text, among: known).map { "\($0) " } ?? ""
    report(
      node, "\(shown(node)) is not \(what)",
      hint: "\(near)known: \(known.joined(separator: ", "))")
  }

  /// A status code of HTTP.
  func status(_ node: YAMLNode) -> Int? { number(node, "a status", in: 100...999) }

  private static let schemes = [
    "Basic", "Digest", "Bearer", "DPoP", "NTLM", "SCRAM-SHA-256", "Negotiate",
  ]
  /// A regular expression for the schemes, in letters of any case.
  static var patternOfSchemes: String {
    let names = schemes.map { name in
      name.map { $0.isLetter ? "[\($0.uppercased())\($0.lowercased())]" : String($0) }.joined()
    }
    return "^(?:\(names.joined(separator: "|")))$"
  }
  private static let lowercaseSchemes = Set(schemes.map { $0.lowercased() })

  /// A scheme in lower case.
  func scheme(_ node: YAMLNode) -> String? {
    guard let text = words(node, "a scheme") else { return nil }
    if Decoder.lowercaseSchemes.contains(text.lowercased()) { return text.lowercased() }
    reportNoWord(text, node, "a scheme", known: Decoder.schemes)
    return nil
  }

  /// An id: a letter and digits.
  func id(_ node: YAMLNode, _ letter: Character, _ what: String, _ example: String) -> String? {
    guard let text = words(node, what) else { return nil }
    guard text.first == letter, text.count >= 2, text.utf8.count <= 9,
      Int(digits: text.dropFirst()) != nil
    else {
      report(
        node, "\(shown(node)) is not \(what)", hint: "\(letter) and a number, as in \(example)")
      return nil
    }
    return text
  }
}
