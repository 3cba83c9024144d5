// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Writes the request line and header section of a request (RFC 9112 3).
struct RequestWriter {
  private(set) var octets: [UInt8] = []
  private(set) var lines: [(name: Octets, value: Octets)] = []
  let method: Octets
  let target: String
  private let faults: FaultSet

  /// request-line = method SP request-target SP HTTP-version
  init(method: Octets, target: String, _ faults: FaultSet) {
    self.faults = faults
    self.method = method
    self.target = target
    octets.reserveCapacity(512)
    octets += method.bytes
    octets.append(0x20)
    octets += target.utf8
    octets += " HTTP/1.1\r\n".utf8
  }

  /// Adds a field line.
  mutating func append(_ name: Octets, _ value: Octets) { lines.append((name, value)) }

  /// `true` if a field with that name was added.
  func has(_ name: Octets) -> Bool { lines.contains { $0.name.equalsIgnoringCase(name) } }

  /// field-line = field-name ":" OWS field-value OWS, and the empty line.
  mutating func finish() {
    // Only the order of lines of the same field matters (RFC 9110 5.3).
    let isReversible =
      lines.count > 1 && Set(lines.map(\.name.asciiLowercased)).count == lines.count
    if isReversible, faults.takes(.fieldsInReverse) { lines.reverse() }
    for (name, value) in lines {
      var name = faults.vary(name, .fieldNamesInUpperCase, \.asciiUppercased)
      name = faults.vary(name, .fieldNamesInLowerCase, \.asciiLowercased)
      octets += name.bytes
      octets.append(UInt8(ascii: ":"))
      if faults.takes(.tabsAfterColons) {
        octets.append(0x09)
      } else if !faults.takes(.noBlankAfterColons) {
        octets.append(0x20)
      }
      octets += value.bytes
      // Not in Content-Length or Transfer-Encoding: libmicrohttpd, which plays servers, rejects
      // spaces there.
      let isFraming =
        name.equalsIgnoringCase("Content-Length") || name.equalsIgnoringCase("Transfer-Encoding")
      if !isFraming, faults.takes(.blanksBehindValues) {
        octets += " \t".utf8
      }
      octets += "\r\n".utf8
    }
    octets += "\r\n".utf8
  }

  /// chunked-body = *chunk last-chunk trailer-section CRLF (RFC 9112 7.1)
  static func chunked(_ body: Octets, _ faults: FaultSet) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = body.bytes
    while !rest.isEmpty {
      let piece = rest.prefix(rest.count > 5 && faults.takes(.smallChunks) ? 5 : 1 << 14)
      var size = String(piece.count, radix: 16)
      size = faults.vary(size, .chunkSizesWithZeros) { "000" + $0.uppercased() }
      octets += size.utf8
      if faults.takes(.chunkExtensions) { octets += ";part=\"a;b\";x".utf8 }
      octets += "\r\n".utf8
      octets += piece
      octets += "\r\n".utf8
      rest = rest.dropFirst(piece.count)
    }
    octets += "0\r\n".utf8
    if faults.takes(.trailersSent) { octets += "X-Trailer: told at the end\r\n".utf8 }
    return octets + "\r\n".utf8
  }
}
