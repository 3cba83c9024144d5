// SPDX-License-Identifier: Apache-2.0

import Foundation

/// As much of JSON Schema, draft 2020-12, as docs/scenario.schema.json uses; every other keyword is
/// an error.
struct SchemaValidator {
  private let root: [String: Any]

  private static let silent: Set<String> = ["$schema", "title", "description", "$defs"]

  /// The schema of the scenario language.
  static func scenario() throws -> SchemaValidator {
    let data = try Data(contentsOf: Repository.root.appending(path: "docs/scenario.schema.json"))
    guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw CocoaError(.propertyListReadCorrupt)
    }
    return SchemaValidator(root: root)
  }

  /// The keys of all mappings, sorted.
  var allKeys: [String]? {
    (root["$defs"] as? [String: [String: Any]]).map { definitions in
      let all = definitions.values.compactMap { ($0["properties"] as? [String: Any])?.keys }
      return Set(all.joined()).sorted()
    }
  }

  /// What is wrong with a value; empty where nothing is.
  func faults(of value: JSON) -> [String] { faults(value, root, "") }

  private func faults(_ value: JSON, _ schema: Any, _ path: String) -> [String] {
    if let allowed = schema as? Bool { return allowed ? [] : ["\(path): not allowed"] }
    guard let schema = schema as? [String: Any] else { return ["\(path): no schema"] }
    return schema.flatMap { keyword, argument in
      Self.silent.contains(keyword) ? [] : faults(value, keyword, argument, schema, path)
    }
  }

  private func faults(
    _ value: JSON, _ keyword: String, _ argument: Any, _ schema: [String: Any], _ path: String
  ) -> [String] {
    let isSound: Bool
    switch keyword {
    case "$ref":
      let name = String((argument as? String ?? "").dropFirst("#/$defs/".count))
      guard let target = (root["$defs"] as? [String: Any])?[name] else {
        return ["\(path): no definition \(name)"]
      }
      return faults(value, target, path)
    case "anyOf":
      isSound = (argument as? [Any] ?? []).contains { faults(value, $0, path).isEmpty }
    case "type":
      let names = argument as? [String] ?? [argument as? String ?? ""]
      isSound = names.contains { value.isOf(type: $0) }
    case "enum": isSound = (argument as? [Any] ?? []).contains { value.equals($0) }
    case "const": isSound = value.equals(argument)
    case "pattern":
      guard case .text(let text) = value else { return [] }
      isSound = text.range(of: argument as? String ?? "", options: .regularExpression) != nil
    case "minLength":
      guard case .text(let text) = value else { return [] }
      isSound = text.unicodeScalars.count >= (argument as? Int ?? 0)
    case "minimum":
      guard case .number(let number) = value else { return [] }
      isSound = number >= (argument as? Double ?? 0)
    case "maximum":
      guard case .number(let number) = value else { return [] }
      isSound = number <= (argument as? Double ?? 0)
    case "minItems":
      guard case .list(let items) = value else { return [] }
      isSound = items.count >= (argument as? Int ?? 0)
    case "items":
      guard case .list(let items) = value else { return [] }
      return items.enumerated().flatMap { faults($1, argument, "\(path)/\($0)") }
    case "required":
      guard case .object(let members) = value else { return [] }
      isSound = (argument as? [String] ?? []).allSatisfy { members[$0] != nil }
    case "minProperties":
      guard case .object(let members) = value else { return [] }
      isSound = members.count >= (argument as? Int ?? 0)
    case "maxProperties":
      guard case .object(let members) = value else { return [] }
      isSound = members.count <= (argument as? Int ?? 0)
    case "propertyNames":
      guard case .object(let members) = value else { return [] }
      return members.keys.flatMap { faults(.text($0), argument, "\(path)/\($0)") }
    case "properties", "patternProperties", "additionalProperties":
      guard case .object(let members) = value else { return [] }
      return members.flatMap { name, member in
        memberFaults(name, member, keyword, schema, "\(path)/\(name)")
      }
    default:
      return ["\(path): the keyword \(keyword) is not known to this validator"]
    }
    return isSound ? [] : ["\(path): \(keyword)"]
  }

  private func memberFaults(
    _ name: String, _ member: JSON, _ keyword: String, _ schema: [String: Any], _ path: String
  ) -> [String] {
    let own = (schema["properties"] as? [String: Any])?[name]
    let patterns = (schema["patternProperties"] as? [String: Any] ?? [:])
      .filter { name.range(of: $0.key, options: .regularExpression) != nil }
    switch keyword {
    case "properties": return own.map { faults(member, $0, path) } ?? []
    case "patternProperties": return patterns.values.flatMap { faults(member, $0, path) }
    default:
      guard own == nil, patterns.isEmpty, let rest = schema["additionalProperties"] else {
        return []
      }
      return faults(member, rest, path)
    }
  }
}
