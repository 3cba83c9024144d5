// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
@testable import Scenarios
import Foundation

/// A YAML file as an editor sees it: scalars have the types of YAML's core schema.
enum JSON {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  /// A file's value; `nil` if it is not YAML.
  static func read(_ bytes: [UInt8]) -> JSON? {
    let collector = DiagnosticCollector(source: SourceText(file: "", bytes: bytes))
    return YAMLComposer.compose(collector).map { JSON($0) }
  }

  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let text, isPlain: false): self = .text(text)
    case .scalar(let text, isPlain: true):
      let isNumber =
        text.range(of: #"^[-+]?[0-9]+(\.[0-9]+)?$"#, options: .regularExpression) != nil
      if node.isNull {
        self = .null
      } else if text == "true" || text == "false" {
        self = .flag(text == "true")
      } else if isNumber, let number = Double(text) {
        self = .number(number)
      } else {
        self = .text(text)
      }
    case .sequence(let nodes): self = .list(nodes.map { JSON($0) })
    case .mapping(let entries):
      self = .object(Dictionary(entries.map { ($0.name, JSON($0.value)) }) { first, _ in first })
    case .broken: self = .null
    }
  }

  func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .flag: type == "boolean"
    case .number(let number): type == "number" || (type == "integer" && number == number.rounded())
    case .text: type == "string"
    case .list: type == "array"
    case .object: type == "object"
    }
  }

  func equals(_ other: Any) -> Bool {
    switch self {
    case .text(let text): other as? String == text
    case .number(let number): !(other is String) && other as? Double == number
    case .flag(let flag): other as? Bool == flag
    case .null, .list, .object: false
    }
  }
}
