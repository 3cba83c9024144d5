// SPDX-License-Identifier: Apache-2.0

/// Reads the elements of a DER encoding (X.690) one after the other.
///
/// It never reads outside its octets. It reads each octet once per level that its caller enters, so
/// the time is linear in the size of the token.
struct DERReader {
  /// The identifier octets that the tokens of Negotiate have.
  enum Tag {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let enumerated: UInt8 = 0x0A
    static let generalString: UInt8 = 0x1B
    static let sequence: UInt8 = 0x30

    /// `[number]` with constructed content.
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

    /// `[APPLICATION number]` with constructed content.
    static func application(_ number: UInt8) -> UInt8 { 0x60 | number }
  }

  private let octets: ArraySlice<UInt8>
  /// The index of the token's first octet.
  private let origin: Int
  private var place: Int

  init(_ octets: ArraySlice<UInt8>) {
    self.init(octets, origin: octets.startIndex)
  }

  private init(_ octets: ArraySlice<UInt8>, origin: Int) {
    self.octets = octets
    self.origin = origin
    place = octets.startIndex
  }

  var isAtEnd: Bool { place == octets.endIndex }

  /// The identifier octet of the next element; `nil` at the end.
  var nextTag: UInt8? { isAtEnd ? nil : octets[place] }

  /// The octets that have not been read.
  var rest: Octets { Octets(octets[place...]) }

  /// An error at the start of the next element.
  func error(_ problem: DERError.Problem) -> DERError {
    DERError(offset: place - origin, problem: problem)
  }

  /// Reads the next element, which must have this identifier octet, and returns its content.
  mutating func content(_ tag: UInt8) throws(DERError) -> DERReader {
    guard let next = nextTag else { throw error(.endsTooEarly) }
    guard next == tag else { throw error(.unexpectedElement) }
    return try anyContent()
  }

  /// Reads the next element if it has this identifier octet; returns `nil` if it has another.
  mutating func optionalContent(_ tag: UInt8) throws(DERError) -> DERReader? {
    nextTag == tag ? try anyContent() : nil
  }

  /// Skips the next element, whatever it is.
  mutating func skip() throws(DERError) {
    if isAtEnd { throw error(.endsTooEarly) }
    _ = try anyContent()
  }

  /// Throws unless all octets have been read.
  func end() throws(DERError) {
    if !isAtEnd { throw error(.octetsAfterTheEnd) }
  }

  private mutating func anyContent() throws(DERError) -> DERReader {
    // A tag above 30 takes more octets (X.690 8.1.2.4); no token of Negotiate has one.
    if octets[place] & 0x1F == 0x1F { throw error(.unexpectedElement) }
    place += 1
    let count = try length()
    guard count <= octets.endIndex - place else { throw error(.endsTooEarly) }
    defer { place += count }
    return DERReader(octets[place..<place + count], origin: origin)
  }

  /// X.690 10.1: "The definite form of length encoding shall be used, encoded in the minimum number
  /// of octets."
  private mutating func length() throws(DERError) -> Int {
    guard let first = nextTag else { throw error(.endsTooEarly) }
    if first < 0x80 {
      place += 1
      return Int(first)
    }
    let size = Int(first & 0x7F)
    if size == 0 { throw error(.lengthIsNotDER) }
    if size > 4 { throw error(.lengthIsTooLarge) }
    guard size < octets.endIndex - place else { throw error(.endsTooEarly) }
    let digits = octets[place + 1...place + size]
    let length = digits.reduce(0) { $0 << 8 | Int($1) }
    if length < 0x80 || digits.first == 0 { throw error(.lengthIsNotDER) }
    place += 1 + size
    return length
  }
}

extension DERReader {
  /// Reads an OCTET STRING.
  mutating func octetString() throws(DERError) -> Octets { try content(Tag.octetString).rest }

  /// Reads an OBJECT IDENTIFIER.
  mutating func objectIdentifier() throws(DERError) -> MechanismIdentifier {
    let content = try content(Tag.objectIdentifier)
    guard let identifier = MechanismIdentifier(content.rest) else { throw content.error(.badValue) }
    return identifier
  }

  /// Reads an INTEGER or an ENUMERATED of at most four octets.
  mutating func number(_ tag: UInt8 = Tag.integer) throws(DERError) -> Int {
    let content = try content(tag)
    let octets = content.rest
    guard (1...4).contains(octets.count) else { throw content.error(.badValue) }
    let unsigned = octets.reduce(0) { $0 << 8 | Int($1) }
    let isNegative = octets.first.map { $0 & 0x80 != 0 } ?? false
    return isNegative ? unsigned - 1 << (8 * octets.count) : unsigned
  }

  /// Reads the first 32 bits of a BIT STRING; its first bit is the most significant. Missing bits
  /// are 0.
  mutating func bits() throws(DERError) -> UInt32 {
    let content = try content(Tag.bitString)
    // X.690 8.6.2.2: the first octet is the number of unused bits of the last, 0 to 7.
    let octets = content.rest
    guard let unused = octets.first, unused < 8, octets.count > 1 || unused == 0 else {
      throw content.error(.badValue)
    }
    var bits: UInt32 = 0
    for (place, octet) in octets.dropFirst().prefix(4).enumerated() {
      bits |= UInt32(octet) << UInt32(24 - 8 * place)
    }
    return bits
  }
}
