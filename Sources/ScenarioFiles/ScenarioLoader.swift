// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Decodes the octets of scenario files into cases or diagnostics, without input or output.
package enum ScenarioLoader {
  /// Decodes a scenario file.
  ///
  /// - Parameters:
  ///   - text: the content of the file, UTF-8.
  ///   - id: the scenario's id: the path below the scenarios' folder without the extension.
  ///   - file: the file's name in diagnostics.
  package static func load(text: [UInt8], id: String, file: String) -> LoadResult {
    let collector = DiagnosticCollector(source: SourceText(file: file, bytes: text))
    guard let root = YAMLComposer.compose(collector) else {
      return LoadResult(cases: [], diagnostics: collector.sorted())
    }
    guard case .mapping(let entries) = root.content else {
      if !root.isBroken {
        collector.report(
          root.span, "a scenario is a mapping, not \(root.kind)",
          hint: "it begins as in  title: A stale nonce is renewed")
      }
      return LoadResult(cases: [], diagnostics: collector.sorted())
    }
    let fields = Fields(entries, as: Forms.scenario, span: root.span)
    var file = ScenarioFile(
      fields: fields, parts: Fields(fields.others, as: Forms.parts, span: root.span), id: id,
      collector: collector)
    let cases = file.read()
    let diagnostics = collector.sorted()
    return LoadResult(
      cases: diagnostics.isEmpty ? cases : [], diagnostics: diagnostics, scenario: file.scenario)
  }
}
