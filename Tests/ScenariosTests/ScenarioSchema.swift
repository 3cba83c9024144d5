// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
import Foundation

/// The JSON schema of the scenario language, made of the forms that its decoder uses. What each key
/// means is written in docs/scenario.schema.json itself, and kept.
struct ScenarioSchema {
  /// The keys that the file does not describe, with their definitions.
  private(set) var undescribed: [String] = []
  private let kept: [String: Any]
  private var definitions: [String: Any] = [:]

  init(keeping file: Data) throws {
    kept = try JSONSerialization.jsonObject(with: file) as? [String: Any] ?? [:]
  }

  /// The schema as a file.
  mutating func file() throws -> Data {
    var root = object(Forms.scenario.description, describedBy: kept)
    for key in ["$schema", "title"] { root[key] = kept[key] }
    definitions["place"] = [
      "description": "A value of the matrix: ${key} or ${key.field}.", "type": "string",
      "pattern": "\\$\\{",
    ]
    definitions["text"] = [
      "description": "A text, which may look like a number or a flag.",
      "type": ["string", "number", "boolean"],
    ]
    root["$defs"] = definitions
    return Data((try Self.text(of: root) + "\n").utf8)
  }

  /// A value on one line if that is short, otherwise with a line for each of its parts.
  private static func text(of value: Any, after indent: String = "") throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    let line = String(decoding: data, as: UTF8.self)
    let further = indent + "  "
    if line.count + indent.count <= 120 { return line }
    if let members = value as? [String: Any] {
      let parts = try members.sorted { $0.key < $1.key }
        .map { try "\(further)\"\($0)\": " + text(of: $1, after: further) }
      return "{\n" + parts.joined(separator: ",\n") + "\n\(indent)}"
    }
    guard let elements = value as? [Any] else { return line }
    let parts = try elements.map { try further + text(of: $0, after: further) }
    return "[\n" + parts.joined(separator: ",\n") + "\n\(indent)]"
  }

  /// The schema of a mapping; descriptions are those that an earlier schema of it has.
  private mutating func object(
    _ form: FormDescription, describedBy old: [String: Any]
  ) -> [String: Any] {
    let name = Self.name(of: form)
    let texts = old["properties"] as? [String: [String: Any]] ?? [:]
    var properties: [String: Any] = [:]
    var result: [String: Any] = ["type": "object", "additionalProperties": false]
    for (form, isOther) in Self.whole(form) {
      for key in form.keys {
        var property = one(key.schema)
        let text = isOther ? description(of: key.key, in: form) : texts[key.key]?["description"]
        if let text {
          property["description"] = text
        } else {
          undescribed.append("\(name): \(key.key)")
        }
        properties[key.key] = property
      }
      if case .values(let schema) = form.rest { result["additionalProperties"] = one(schema()) }
    }
    result["description"] = old["description"]
    if result["description"] == nil { undescribed.append(name) }
    result["properties"] = properties
    result["patternProperties"] = ["\\$\\{": true]
    if !form.required.isEmpty { result["required"] = form.required }
    if !form.oneOf.isEmpty { result["anyOf"] = form.oneOf.map { ["required": [$0]] } }
    if form.isSingle {
      result["minProperties"] = 1
      result["maxProperties"] = 1
    }
    return result
  }

  private func description(of key: String, in form: FormDescription) -> Any? {
    let old = (kept["$defs"] as? [String: [String: Any]])?[Self.name(of: form)] ?? kept
    return (old["properties"] as? [String: [String: Any]])?[key]?["description"]
  }

  /// A form, and those whose keys may stand beside its own.
  private static func whole(
    _ form: FormDescription, isOther: Bool = false
  ) -> [(form: FormDescription, isOther: Bool)] {
    guard case .form(let other) = form.rest, case .form(let make) = other() else {
      return [(form, isOther)]
    }
    return [(form, isOther)] + whole(make(), isOther: true)
  }

  private static func name(of form: FormDescription) -> String {
    let words = form.holder.split(separator: " ")
    return (["a", "an"].contains(words.first) ? words.dropFirst() : words[...])
      .joined(separator: "-")
  }

  private mutating func one(_ schema: YAMLSchema) -> [String: Any] {
    var all = alternatives(schema)
    let isText = all.contains { $0["$ref"] as? String == "#/$defs/text" }
    if !isText, all.first?.isEmpty == false { all.append(["$ref": "#/$defs/place"]) }
    return all.count == 1 ? all[0] : ["anyOf": all]
  }

  private mutating func alternatives(_ schema: YAMLSchema) -> [[String: Any]] {
    switch schema {
    case .anything: return [[:]]
    case .text: return [["$ref": "#/$defs/text"]]
    case .flag: return [["type": "boolean"]]
    case .number(let range):
      return [
        ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound],
        ["type": "string", "pattern": "^[0-9]{1,\(String(range.upperBound).count)}$"],
      ]
    case .range:
      return [
        ["type": "integer", "minimum": 0],
        ["type": "string", "pattern": "^[0-9]+(?:\\.\\.[0-9]+)?$"],
      ]
    case .words(let words):
      // A version is a number where it is not quoted.
      return [["enum": words as [Any] + words.compactMap(Double.init)]]
    case .pattern(let pattern): return [["type": "string", "pattern": pattern]]
    case .list(let element, let least):
      var list: [String: Any] = ["type": "array", "items": one(element)]
      if least > 0 { list["minItems"] = least }
      return [list]
    case .map(let value): return [["type": "object", "additionalProperties": one(value)]]
    case .mapOf(let names, let value):
      let value = one(value)
      return [
        [
          "type": "object", "additionalProperties": false,
          "properties": Dictionary(uniqueKeysWithValues: names.map { ($0, value) }),
          "patternProperties": ["\\$\\{": true],
        ]
      ]
    case .any(let schemas):
      var all: [[String: Any]] = []
      for schema in schemas { all += alternatives(schema) }
      return all
    case .form(let make):
      let form = make()
      let name = Self.name(of: form)
      if definitions[name] == nil {
        // A form may contain itself.
        definitions[name] = [:] as [String: Any]
        let old = (kept["$defs"] as? [String: [String: Any]])?[name] ?? [:]
        definitions[name] = object(form, describedBy: old)
      }
      return [["$ref": "#/$defs/\(name)"]]
    case .lazy(let make): return alternatives(make())
    }
  }
}
