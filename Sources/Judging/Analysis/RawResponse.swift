// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Parses octets that a scenario sends in place of a response, as a lenient client would.
enum RawResponse {
  /// The status of the first response that is not interim.
  static func status(of octets: Octets) -> Int? {
    var isStart = true
    for line in octets.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      if isStart {
        guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 0x20) else {
          return nil
        }
        let digits = line[(space + 1)...].prefix(3)
        guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)) else {
          return nil
        }
        if status >= 200 { return status }
        isStart = false
      } else if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) {
        isStart = true
      }
    }
    return nil
  }

  /// `true` if the head of the first final response is complete: it ends with an empty line.
  static func hasWholeHead(_ octets: Octets) -> Bool { head(of: octets).isWhole }

  /// The field lines of the first response that is not interim, as a lenient client would see them.
  static func fields(of octets: Octets) -> FieldSection { head(of: octets).fields }

  private static func head(of octets: Octets) -> (fields: FieldSection, isWhole: Bool) {
    var lines: [(name: ArraySlice<UInt8>, value: [UInt8])] = []
    var isInterim = false
    var isFirst = true
    var isWhole = false
    for line in octets.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if isFirst {
        isInterim = text.dropFirst(9).first == UInt8(ascii: "1")
        isFirst = false
        continue
      }
      if text.isEmpty {
        guard isInterim else {
          // The part after the last line feed is not a line.
          isWhole = line.endIndex < octets.endIndex
          break
        }
        lines = []
        isFirst = true
        continue
      }
      // "A user agent that receives an obs-fold … MUST replace each received obs-fold with one or
      // more SP octets" (RFC 9112 5.2).
      if let first = text.first, first == 0x20 || first == 0x09, !lines.isEmpty {
        lines[lines.count - 1].value.append(0x20)
        lines[lines.count - 1].value += text.trimmingBlanks
        continue
      }
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
      lines.append((text[..<colon].trimmingBlanks, Array(text[(colon + 1)...].trimmingBlanks)))
    }
    var fields = FieldSection()
    for (name, value) in lines { fields.append(name: name, value: value[...].trimmingBlanks) }
    return (fields, isWhole)
  }
}

extension ArraySlice<UInt8> {
  /// Without the spaces and tabs at both ends.
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }
}
