// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension FieldSection {
  /// Parses field lines, each with its line ending.
  ///
  ///     field-line = field-name ":" OWS field-value OWS   (RFC 9112 5)
  ///     obs-fold   = OWS CRLF RWS                         (RFC 9112 5.2: taken as one SP)
  ///
  /// A line without a colon is not a field line and is left out.
  init(responseLines octets: [UInt8]) {
    self.init()
    reserveCapacity(lines: 8, octets: octets.count)
    var start = octets.startIndex
    while start < octets.endIndex {
      var end = octets[start...].firstIndex(of: 0x0A) ?? octets.endIndex
      var folded: [UInt8]?
      var next = end < octets.endIndex ? end + 1 : end
      while next < octets.endIndex, octets[next].isBlank {
        if folded == nil { folded = Array(octets[start..<end].trimmed) }
        end = octets[next...].firstIndex(of: 0x0A) ?? octets.endIndex
        folded?.append(0x20)
        folded?.append(contentsOf: octets[next..<end].trimmed)
        next = end < octets.endIndex ? end + 1 : end
      }
      let line = folded.map { $0[...] } ?? octets[start..<end]
      if let colon = line.firstIndex(of: 0x3A) {
        append(name: line[..<colon], value: line[(colon + 1)...].trimmed)
      }
      start = next
    }
  }
}

extension ArraySlice<UInt8> {
  /// The slice without white space and line endings around it.
  fileprivate var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first.isBlank || first == 0x0D { rest = rest.dropFirst() }
    while let last = rest.last, last.isBlank || last == 0x0D { rest = rest.dropLast() }
    return rest
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
