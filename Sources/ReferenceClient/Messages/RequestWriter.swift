internal import HTTPAuth

/// Puts a request's head together (RFC 9112 3).
struct RequestWriter {
  private(set) var octets: [UInt8] = []

  /// request-line = method SP request-target SP HTTP-version
  init(method: Octets, target: String) {
    octets.reserveCapacity(512)
    octets += method.bytes
    octets.append(0x20)
    octets += target.utf8
    octets += " HTTP/1.1\r\n".utf8
  }

  /// field-line = field-name ":" OWS field-value OWS
  mutating func append(_ name: Octets, _ value: Octets) {
    octets += name.bytes
    octets.append(UInt8(ascii: ":"))
    octets.append(0x20)
    octets += value.bytes
    octets += "\r\n".utf8
  }

  /// The empty line.
  mutating func finish() { octets += "\r\n".utf8 }

  /// chunked-body = *chunk last-chunk trailer-section CRLF (RFC 9112 7.1)
  static func chunked(_ body: Octets) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = body.bytes
    while !rest.isEmpty {
      let piece = rest.prefix(1 << 14)
      octets += String(piece.count, radix: 16).utf8
      octets += "\r\n".utf8
      octets += piece
      octets += "\r\n".utf8
      rest = rest.dropFirst(piece.count)
    }
    octets += "0\r\n\r\n".utf8
    return octets
  }
}
