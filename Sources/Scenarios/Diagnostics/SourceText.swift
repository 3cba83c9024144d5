// SPDX-License-Identifier: Apache-2.0

/// A file's octets, split into lines.
package struct SourceText: Sendable {
  /// The file's name for messages.
  package let file: String
  /// The octets, without a byte order mark at the beginning.
  package let bytes: [UInt8]
  /// The index of each line's first octet.
  private let lineStarts: [Int]

  /// Splits the octets of a file; the file's name is for messages.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    var starts = [0]
    for (index, octet) in self.bytes.enumerated() where octet == 0x0A { starts.append(index + 1) }
    lineStarts = starts
  }

  /// The octets of line `number`, from 1, without its end; empty if there is no such line.
  package func octets(ofLine number: Int) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(number - 1) else { return [] }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[start..<end]
  }

  /// Line `number`, from 1, without its end, with U+FFFD for invalid UTF-8.
  package func line(_ number: Int) -> String {
    String(decoding: octets(ofLine: number), as: UTF8.self)
  }

  /// The location of an octet.
  package func location(ofOctet index: Int) -> SourceLocation {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle }
    }
    let before = bytes[lineStarts[low]..<max(lineStarts[low], min(index, bytes.count))]
    let column = String(decoding: before, as: UTF8.self).unicodeScalars.count + 1
    return SourceLocation(line: low + 1, column: column)
  }

  /// The span of a text in the first line of `span`; `span` itself if the text is not there.
  package func find(_ text: String, in span: SourceSpan) -> SourceSpan {
    let line = Array(self.line(span.start.line).unicodeScalars)
    let wanted = Array(text.unicodeScalars)
    let first = span.start.column - 1
    let isOneLine = span.end.line == span.start.line
    let last = min(isOneLine ? span.end.column - 1 : line.count, line.count)
    guard !wanted.isEmpty, wanted.count <= 256, first >= 0, last - first >= wanted.count else {
      return span
    }
    for offset in first...(last - wanted.count)
    where line[offset..<offset + wanted.count].elementsEqual(wanted) {
      return SourceSpan(
        start: .init(line: span.start.line, column: offset + 1),
        end: .init(line: span.start.line, column: offset + 1 + wanted.count))
    }
    return span
  }
}
