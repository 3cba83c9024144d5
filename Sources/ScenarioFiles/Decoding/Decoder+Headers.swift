// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Decoder {
  /// Field lines: a mapping, or a list of mappings with one entry each, in which names may repeat.
  func headers(_ node: YAMLNode, _ what: String) -> [HeaderTemplate] {
    switch node.content {
    case .mapping(let entries):
      return entries.compactMap(header)
    case .sequence(let nodes):
      return nodes.compactMap { node in
        guard case .mapping(let entries) = node.content, entries.count == 1,
          let entry = entries.first
        else {
          reportKind(node, expected: "a mapping with one entry", hint: "as in - { Name: value }")
          return nil
        }
        return header(entry)
      }
    case .scalar, .broken:
      reportKind(
        node, expected: "\(what)", hint: "a mapping { Name: value }, or a list of such mappings")
      return []
    }
  }

  private func header(_ entry: YAMLNode.Entry) -> HeaderTemplate? {
    let value = template(entry.value, "the value of \"\(entry.name)\"")
    guard let name = octets(entry.name, at: entry.nameSpan, "a field name"), let value else {
      return nil
    }
    return HeaderTemplate(name: name, value: value)
  }
}
