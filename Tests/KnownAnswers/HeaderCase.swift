// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import Foundation

/// One line of `Fixtures/header-cases.jsonl`: a field from some client's own tests, and what the
/// grammar makes of it.
package struct HeaderCase: Decodable, Sendable, CustomStringConvertible {
  /// A challenge, or what could be read of one.
  package struct Expected: Decodable, Sendable {
    /// The scheme, as it is written.
    package var scheme: String
    /// Its token68, where it has one.
    package var token68: String?
    /// Names and values, in order.
    package var params: [[String]]
    /// It ends where the error is.
    package var partial: Bool?
    /// A parameter stands twice in it.
    package var dup: Bool?
  }

  /// Unique among the cases.
  package var id: String
  /// The field's name.
  package var field: String
  /// The field's lines; each character is the octet of its number.
  package var lines: [String]
  /// Whether the grammar has it.
  package var isValid: Bool
  /// The challenges that the grammar yields.
  package var parse: [Expected]
  /// What is wrong with it, where it is not valid.
  package var error: String?
  /// What each line comes to by itself, where that differs.
  package var perLineParse: [Expected]?

  private enum CodingKeys: String, CodingKey {
    case id, field, lines, parse, error
    case isValid = "rfc_valid"
    case perLineParse = "per_line_parse"
  }

  /// The id, which names it in tests.
  package var description: String { id }

  /// The lines; a character that is no octet is left out.
  package var octets: [Octets] { lines.compactMap { Octets(latin1: $0) } }

  /// The lines unfolded (RFC 9112 5.2).
  package var unfolded: [Octets] {
    lines.compactMap { line in
      Octets(latin1: line.replacing("\r\n ", with: " ").replacing("\r\n\t", with: " "))
    }
  }

  /// The octet at which the error was reported when the case was written down.
  package var errorOffset: Int? {
    error?.split(separator: " ").last.flatMap { Int($0) }
  }

  /// All cases; a line that is none is left out.
  package static let all: [HeaderCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/header-cases.jsonl")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(HeaderCase.self, from: Data($0.utf8))
    }
  }()
}
