// SPDX-License-Identifier: Apache-2.0

/// The header or trailer section of a message, with the spelling and order of its field lines.
///
/// All lines share one array of octets, so reading a field copies nothing.
public struct FieldSection: Sendable {
  /// One field line (RFC 9110 5.2): the name as it is spelled, the value without the white space
  /// around it.
  public struct Line: Hashable, Sendable {
    /// The field name as it was spelled.
    public let name: Octets
    /// The field line's value, without leading and trailing white space.
    public let value: Octets

    /// Creates a line.
    public init(name: Octets, value: Octets) {
      self.name = name
      self.value = value
    }
  }

  private struct Place {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// The lines as HTTP/1 writes them: name, colon, space, value, CR LF.
  private var octets: [UInt8] = []
  /// The places of the lines in `octets`, which may also hold removed lines.
  private var places: [Place] = []

  /// Creates a section without lines.
  public init() {}

  /// Creates a section of these lines, in order.
  public init(_ lines: [(name: Octets, value: Octets)]) {
    for line in lines { append(name: line.name.bytes, value: line.value.bytes) }
  }

  /// Reserves room for lines and octets.
  public mutating func reserveCapacity(lines: Int, octets count: Int) {
    places.reserveCapacity(lines)
    octets.reserveCapacity(count)
  }

  /// Appends a line.
  public mutating func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
    places.append(write(name, value))
  }

  /// Appends a line.
  public mutating func append(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    places.append(write(name, value))
  }

  /// Appends a line whose octets are in memory of a C library.
  public mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    places.append(unsafe write(name, value))
  }

  private mutating func write(
    _ name: some Sequence<UInt8>, _ value: some Sequence<UInt8>
  ) -> Place {
    let start = octets.count
    octets.append(contentsOf: name)
    let middle = octets.count
    octets.append(0x3A)
    octets.append(0x20)
    octets.append(contentsOf: value)
    let end = octets.count
    octets.append(0x0D)
    octets.append(0x0A)
    return Place(name: start..<middle, value: middle + 2..<end)
  }

  /// Appends a line.
  public mutating func append(_ name: Octets, _ value: Octets) {
    append(name: name.bytes, value: value.bytes)
  }

  /// Inserts a line before the first.
  package mutating func insertFirst(_ name: StaticString, _ value: Octets) {
    octets.reserveCapacity(octets.count + name.utf8CodeUnitCount + value.count + 4)
    places.insert(
      unsafe write(
        UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), value.bytes),
      at: 0)
  }

  /// Removes the lines at these indices.
  package mutating func removeLines(where isRemoved: (_ index: Int) -> Bool) {
    var kept: [Place] = []
    kept.reserveCapacity(places.count + 1)
    for index in places.indices where !isRemoved(index) { kept.append(places[index]) }
    places = kept
  }

  /// The lines as HTTP/1 writes them: name, colon, space, value, CR LF.
  package var text: Octets {
    if isWhole { return Octets(octets) }
    var text: [UInt8] = []
    text.reserveCapacity(octets.count)
    for place in places {
      text.append(contentsOf: octets[place.name.lowerBound..<place.value.upperBound + 2])
    }
    return Octets(text)
  }

  /// The approximate number of octets of the lines as HTTP/1 writes them.
  package var octetCount: Int { octets.count }

  /// `true` if `octets` holds these lines in this order, and no others.
  private var isWhole: Bool {
    var end = 0
    for place in places {
      guard place.name.lowerBound == end else { return false }
      end = place.value.upperBound + 2
    }
    return end == octets.count
  }

  /// The places of a line's name and value in the octets that `withOctets` passes on.
  package func places(of index: Int) -> (name: Range<Int>, value: Range<Int>) {
    (places[index].name, places[index].value)
  }

  /// Calls `body` with the octets of all lines, for a C library.
  package func withOctets<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe octets.withUnsafeBufferPointer { unsafe body($0) }
  }

  /// The values of all lines of that name, in order; names are compared without case (RFC 9110
  /// 5.1).
  public func values(of name: StaticString) -> [Octets] {
    var values: [Octets] = []
    for index in places.indices where matches(index, name) { values.append(value(at: index)) }
    return values
  }

  /// The value of the first line of that name.
  public func first(_ name: StaticString) -> Octets? {
    places.indices.first { matches($0, name) }.map { value(at: $0) }
  }

  /// The number of lines of that name.
  public func count(of name: StaticString) -> Int { places.indices.count { matches($0, name) } }

  /// `true` if some line has that name.
  public func has(_ name: StaticString) -> Bool { places.indices.contains { matches($0, name) } }

  /// `true` if the line at an index has that name; copies nothing.
  public func isLine(_ index: Int, named name: StaticString) -> Bool {
    places.indices.contains(index) && matches(index, name)
  }

  /// `true` if the name of the line at an index begins with that octet; copies nothing.
  package func beginsLine(_ index: Int, with octet: UInt8) -> Bool {
    !places[index].name.isEmpty && octets[places[index].name.lowerBound] == octet
  }

  /// The values of all lines of that name, in order.
  public func values(named name: Octets) -> [Octets] {
    filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// The value of the line at an index.
  package func value(at index: Int) -> Octets { Octets(octets[places[index].value]) }

  private func matches(_ index: Int, _ name: StaticString) -> Bool {
    let range = places[index].name
    guard range.count == name.utf8CodeUnitCount else { return false }
    return unsafe octets.withUnsafeBufferPointer {
      unsafe UnsafeBufferPointer(rebasing: $0[range]).equalsIgnoringCase(name)
    }
  }
}

extension FieldSection: RandomAccessCollection {
  /// The first line's index, always 0.
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { places.count }
  /// The line at an index; it shares the section's storage.
  public subscript(position: Int) -> Line {
    Line(name: Octets(octets[places[position].name]), value: value(at: position))
  }
}

extension FieldSection: Hashable {
  /// `true` if both have the same lines, octet for octet, in the same order.
  public static func == (left: FieldSection, right: FieldSection) -> Bool {
    left.elementsEqual(right)
  }
  /// Hashes the lines in order.
  public func hash(into hasher: inout Hasher) {
    for line in self { hasher.combine(line) }
  }
}
