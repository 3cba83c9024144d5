import Foundation
import HTTPAuth
import Testing

/// One line of `Fixtures/header-cases.jsonl`: a field from some client's own tests, and what the grammar makes of it.
struct HeaderCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Expected: Decodable, Sendable {
    var scheme: String
    var token68: String?
    var params: [[String]]
    var partial: Bool?
    var dup: Bool?
  }

  var id: String
  var field: String
  var lines: [String]
  var isValid: Bool
  var parse: [Expected]
  var error: String?
  var perLineParse: [Expected]?

  private enum CodingKeys: String, CodingKey {
    case id, field, lines, parse, error
    case isValid = "rfc_valid"
    case perLineParse = "per_line_parse"
  }

  var testDescription: String { id }

  /// The lines; each character is the octet of its number.
  var octets: [Octets] {
    get throws { try lines.map { try #require(Octets(latin1: $0)) } }
  }

  /// The octet at which the error was reported when the case was written down.
  var errorOffset: Int? {
    error?.split(separator: " ").last.flatMap { Int($0) }
  }

  static let all: [HeaderCase] = {
    guard
      let url = Bundle.module.url(
        forResource: "header-cases", withExtension: "jsonl", subdirectory: "Fixtures"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(HeaderCase.self, from: Data($0.utf8))
    }
  }()
}
