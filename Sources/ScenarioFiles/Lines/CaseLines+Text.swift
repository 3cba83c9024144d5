// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension CaseLines {
  /// The lines of a file from which the case was read; none if it is not valid.
  package init(text: [UInt8], of played: Case) {
    let collector = DiagnosticCollector(source: SourceText(file: played.scenario.file, bytes: text))
    guard case .mapping(let entries)? = YAMLComposer.compose(collector)?.content else {
      self.init([])
      return
    }
    var values: [String: CaseMatrix.Value] = [:]
    if let node = entries.first(where: { $0.name == CaseLines.matrix })?.value,
      let matrix = MatrixReader(collector: collector).read(node)
    {
      for coordinate in played.coordinates {
        guard let key = matrix.keys.first(where: { $0.name == coordinate.key }),
          let position = key.positions[coordinate.value]
        else { continue }
        values[key.name] = key.values[position]
      }
    }
    let texts = ScalarTexts(of: entries, values, in: collector.source)
    let left = CaseLines.linesOfMatrix(entries, in: collector.source)
    self.init(
      (1...collector.source.lineCount).filter { !left.contains($0) }.map {
        texts.pieces(ofLine: $0)
      })
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  private static let matrix = "matrix"

  /// The lines from the matrix's key to its last value. Comments behind it belong to the next key.
  private static func linesOfMatrix(
    _ entries: [YAMLNode.Entry], in source: SourceText
  ) -> Range<Int> {
    guard let index = entries.firstIndex(where: { $0.name == matrix }) else { return 0..<0 }
    let start = entries[index].nameSpan.start.line
    var end =
      index + 1 < entries.count
      ? entries[index + 1].nameSpan.start.line : source.lineCount + 1
    while end > start + 1, [nil, UInt8(ascii: "#")].contains(source.octets(ofLine: end - 1).first) {
      end -= 1
    }
    return start..<end
  }
}

extension SourceText {
  /// The number of lines; a line end at the end of the file begins one more, which is empty.
  fileprivate var lineCount: Int { location(ofOctet: bytes.count).line }
}
