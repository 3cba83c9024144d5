// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Checks a file before it is parsed: size, encoding, characters.
enum TextCheck {
  /// The maximum number of octets in a file.
  static let largest = 1 << 20

  /// Returns `false`, and reports why, if the file cannot be parsed at all.
  static func passes(_ collector: DiagnosticCollector) -> Bool {
    let bytes = collector.source.bytes
    guard bytes.count <= largest else {
      collector.report(
        .beginning, "the file has \(bytes.count) octets; 1 MB (\(largest)) is the limit",
        hint: "write long texts as ${33000*A}, or split the file")
      return false
    }
    guard let (index, message, hint) = firstFault(bytes) else { return true }
    let start = collector.source.location(ofOctet: index)
    let end = SourceLocation(line: start.line, column: start.column + 1)
    collector.report(SourceSpan(start: start, end: end), message, hint: hint)
    return false
  }

  private static func firstFault(_ bytes: [UInt8]) -> (Int, String, String)? {
    var index = 0
    while index < bytes.count {
      let octet = bytes[index]
      // Most of a file is printable ASCII.
      if octet &- 0x20 < 0x5F || octet == 0x0A {
        index += 1
        continue
      }
      var parser = Unicode.UTF8.ForwardParser()
      var rest = bytes[index..<min(index + 4, bytes.count)].makeIterator()
      guard case .valid(let encoded) = parser.parseScalar(from: &rest) else {
        return brokenEncoding(bytes, at: index)
      }
      if let (message, hint) = fault(Unicode.UTF8.decode(encoded), in: bytes, at: index) {
        return (index, message, hint)
      }
      index += encoded.count
    }
    return nil
  }

  private static func brokenEncoding(_ bytes: [UInt8], at index: Int) -> (Int, String, String) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return (0, "the file is UTF-16", "save it as UTF-8")
    }
    let octet = String(bytes[index], radix: 16, uppercase: true)
    return (
      index, "not UTF-8: the octet \(octet)",
      "save the file as UTF-8; write octets of a text as ${x\(octet)}"
    )
  }

  private static func fault(
    _ scalar: Unicode.Scalar, in bytes: [UInt8], at index: Int
  ) -> (String, String)? {
    switch scalar.value {
    case 0x09, 0x0A, 0x20...0x7E:
      return nil
    case 0x0D:
      guard index + 1 >= bytes.count || bytes[index + 1] != 0x0A else { return nil }
      return (
        "a carriage return without a line feed",
        "end lines with LF or CR LF; in a text write ${x0D}"
      )
    case 0x00..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
      let name = "U+" + scalar.value.hex(digits: 4, uppercase: true)
      let octets = String(scalar).utf8.map { $0.hex(digits: 2, uppercase: true) }
      return (
        "the character \(name) cannot stand in a file",
        "in a text write ${x\(octets.joined())}"
      )
    default:
      return nil
    }
  }
}
