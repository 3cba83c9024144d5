internal import Foundation
public import HTTPAuth

/// One line of `Fixtures/header-cases.jsonl`: a field from some client's own tests, and what the grammar makes of it.
public struct HeaderCase: Decodable, Sendable, CustomStringConvertible {
  /// A challenge, or what could be read of one.
  public struct Expected: Decodable, Sendable {
    /// The scheme, as it is written.
    public var scheme: String
    /// Its token68, where it has one.
    public var token68: String?
    /// Names and values, in order.
    public var params: [[String]]
    /// It ends where the error is.
    public var partial: Bool?
    /// A parameter stands twice in it.
    public var dup: Bool?
  }

  /// Unique among the cases.
  public var id: String
  /// The field's name.
  public var field: String
  /// The field's lines; each character is the octet of its number.
  public var lines: [String]
  /// Whether the grammar has it.
  public var isValid: Bool
  /// The challenges that the grammar yields.
  public var parse: [Expected]
  /// What is wrong with it, where it is not valid.
  public var error: String?
  /// What each line comes to by itself, where that differs.
  public var perLineParse: [Expected]?

  private enum CodingKeys: String, CodingKey {
    case id, field, lines, parse, error
    case isValid = "rfc_valid"
    case perLineParse = "per_line_parse"
  }

  /// The id, which names it in tests.
  public var description: String { id }

  /// The lines; a character that is no octet is left out.
  public var octets: [Octets] { lines.compactMap { Octets(latin1: $0) } }

  /// The lines unfolded (RFC 9112 5.2).
  public var unfolded: [Octets] {
    lines.compactMap { line in
      Octets(latin1: line.replacing("\r\n ", with: " ").replacing("\r\n\t", with: " "))
    }
  }

  /// The octet at which the error was reported when the case was written down.
  public var errorOffset: Int? {
    error?.split(separator: " ").last.flatMap { Int($0) }
  }

  /// All cases; a line that is none is left out.
  public static let all: [HeaderCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/header-cases.jsonl")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(HeaderCase.self, from: Data($0.utf8))
    }
  }()
}
