// SPDX-License-Identifier: Apache-2.0

/// A sequence of octets as it is sent, without an assumption about its encoding.
///
/// HTTP fields are octets (RFC 9110 5.5). A `String` would repair octets that are not UTF-8, which
/// would change a realm. Slices share their storage, so reading a field of a message head copies
/// nothing.
public struct Octets: Sendable {
  /// The octets; the indices of a slice are those of the storage it was cut from.
  public let bytes: ArraySlice<UInt8>

  /// Creates an empty sequence.
  public init() { bytes = [] }

  /// The octets of a slice, sharing its storage.
  public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The octets of an array, sharing its storage.
  public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// A part of a slice, by offsets from its first octet; it shares the storage.
  @inline(never)
  init(_ bytes: ArraySlice<UInt8>, at places: Range<Int>) {
    let origin = bytes.startIndex
    self.bytes = bytes[origin + places.lowerBound..<origin + places.upperBound]
  }

  /// The UTF-8 octets of a text.
  public init(_ text: String) { bytes = Array(text.utf8)[...] }

  /// One octet per scalar below U+0100; `nil` if a scalar is not in ISO 8859-1.
  public init?(latin1 text: String) {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let octet = UInt8(exactly: scalar.value) else { return nil }
      octets.append(octet)
    }
    self.init(octets)
  }

  /// The octets as an array, whose first index is 0.
  public var array: [UInt8] { Array(bytes) }

  /// Each octet as the scalar of the same number (ISO 8859-1). Any octets can be restored from it.
  public var latin1: String {
    var text = String.UnicodeScalarView()
    for octet in bytes { text.append(Unicode.Scalar(octet)) }
    return String(text)
  }

  /// The octets as text; `nil` if they are not well-formed UTF-8.
  public var utf8: String? { String(validating: bytes, as: UTF8.self) }
}

extension Octets: RandomAccessCollection {
  /// The first octet's index; not 0 in a slice.
  public var startIndex: Int { bytes.startIndex }
  /// The index after the last octet.
  public var endIndex: Int { bytes.endIndex }
  /// The octet at an index.
  public subscript(position: Int) -> UInt8 { bytes[position] }
  /// A slice; it shares the storage.
  public subscript(bounds: Range<Int>) -> Octets { Octets(bytes[bounds]) }
  /// Calls `body` with the octets in memory.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    unsafe try bytes.withContiguousStorageIfAvailable(body)
  }
}

extension Octets: Hashable {
  /// `true` if both have the same octets.
  public static func == (left: Octets, right: Octets) -> Bool { left.bytes == right.bytes }
  /// Hashes the octets.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Octets: ExpressibleByStringLiteral {
  /// The UTF-8 octets of the literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Octets: CustomStringConvertible {
  /// Well-formed UTF-8 unchanged, every other octet and every control as `\xNN`.
  public var description: String {
    if bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var decoder = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var consumed = bytes.startIndex
    while true {
      switch decoder.parseScalar(from: &rest) {
      case .valid(let encoded):
        consumed += encoded.count
        let scalar = UTF8.decode(encoded)
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
          for octet in encoded { text += Octets.escape(octet) }
        } else {
          text.unicodeScalars.append(scalar)
        }
      case .error(let length):
        for octet in bytes[consumed..<consumed + length] { text += Octets.escape(octet) }
        consumed += length
      case .emptyInput:
        return text
      }
    }
  }

  private static func escape(_ octet: UInt8) -> String { "\\x\(octet.hex(digits: 2))" }
}

extension Octets {
  /// The first index of an octet; `nil` if there is none.
  public func firstIndex(of octet: UInt8) -> Int? {
    bytes.span.firstIndex(of: octet).map { bytes.startIndex + $0 }
  }

  /// `true` if the octets contain `octet`.
  public func contains(_ octet: UInt8) -> Bool { firstIndex(of: octet) != nil }

  /// `true` if `other` occurs in the octets.
  package func contains(_ other: Octets) -> Bool {
    guard count >= other.count else { return false }
    return unsafe bytes.withUnsafeBufferPointer { text in
      unsafe other.bytes.withUnsafeBufferPointer { wanted in
        guard let first = unsafe wanted.first else { return true }
        for start in 0...(text.count - wanted.count) where unsafe text[start] == first {
          var length = 1
          while length < wanted.count, unsafe text[start + length] == wanted[length] { length += 1 }
          if length == wanted.count { return true }
        }
        return false
      }
    }
  }

  /// `true` if both are equal apart from the case of ASCII letters, as names of schemes and
  /// parameters are compared (RFC 9110 11.1, 11.2).
  public func equalsIgnoringCase(_ other: Octets) -> Bool {
    let (octets, others) = (bytes.span, other.bytes.span)
    guard octets.count == others.count else { return false }
    for place in octets.indices
    where octets[place] != others[place]
      && octets[place].asciiLowercased != others[place].asciiLowercased
    {
      return false
    }
    return true
  }

  /// The octets with `A`-`Z` turned into `a`-`z`.
  public var asciiLowercased: Octets { Octets(bytes.map(\.asciiLowercased)) }

  /// The octets with `a`-`z` turned into `A`-`Z`.
  package var asciiUppercased: Octets {
    Octets(bytes.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })
  }
}

extension UInt8 {
  /// `A`-`Z` as `a`-`z`; any other octet as it is.
  public var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The number in hexadecimal, with zeros in front up to `digits` digits.
  package func hex(digits: Int, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}
