// SPDX-License-Identifier: Apache-2.0

/// Why a message cannot be parsed (MS-NLMP 2.2.1).
package enum NTLMMessageError: Error, Hashable, Sendable {
  /// It does not begin with the eight octets NTLMSSP and NUL.
  case signature
  /// It ends before its fixed fields do.
  case cutShort
  /// It is another message than the one expected.
  case type(UInt32)
  /// A field of variable length reaches past its end.
  case pastEnd(field: String)
  /// A text in UTF-16 has an odd number of octets.
  case oddLength(field: String)
}

extension NTLMMessageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .signature: "it does not begin with NTLMSSP and NUL"
    case .cutShort: "it ends before its fixed fields do"
    case .type(let type): "its type is \(type)"
    case .pastEnd(let field): "its \(field) reaches past its end"
    case .oddLength(let field): "its \(field) is UTF-16 with an odd number of octets"
    }
  }
}

/// Reads the fields of a message, and never outside its octets.
struct NTLMMessageReader {
  static let signature = Array("NTLMSSP\0".utf8)

  let octets: [UInt8]

  /// Throws unless the octets begin with the signature and `type`.
  init(_ octets: [UInt8], type: UInt32) throws(NTLMMessageError) {
    guard octets.starts(with: NTLMMessageReader.signature) else { throw .signature }
    self.octets = octets
    let actual = try uint32(at: 8)
    guard actual == type else { throw .type(actual) }
  }

  func uint16(at place: Int) throws(NTLMMessageError) -> UInt16 {
    guard place >= 0, place + 2 <= octets.count else { throw .cutShort }
    return UInt16(octets[place]) | UInt16(octets[place + 1]) << 8
  }

  func uint32(at place: Int) throws(NTLMMessageError) -> UInt32 {
    UInt32(try uint16(at: place)) | UInt32(try uint16(at: place + 2)) << 16
  }

  func octets(at place: Int, count: Int) throws(NTLMMessageError) -> [UInt8] {
    guard place >= 0, place + count <= octets.count else { throw .cutShort }
    return Array(octets[place..<place + count])
  }

  /// A field of variable length: 16 bits of length, 16 bits that receivers ignore, 32 bits of
  /// offset (MS-NLMP 2.2.1). An empty field may have any offset.
  func field(_ name: String, at place: Int) throws(NTLMMessageError) -> [UInt8] {
    let length = Int(try uint16(at: place))
    let offset = Int(try uint32(at: place + 4))
    guard length > 0 else { return [] }
    guard offset + length <= octets.count else { throw .pastEnd(field: name) }
    return Array(octets[offset..<offset + length])
  }

  /// The offset of the first field of variable length that is not empty; the end if all are empty.
  func payloadStart(fieldsAt places: [Int]) -> Int {
    let starts = places.compactMap { place -> Int? in
      guard let length = try? uint16(at: place), length > 0, let start = try? uint32(at: place + 4)
      else { return nil }
      return Int(start)
    }
    return starts.min() ?? octets.count
  }
}
