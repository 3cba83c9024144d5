// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CNGHTTP2

/// A header section for nghttp2, which wants pointers to names and values.
struct HTTP2Fields {
  private var octets: [UInt8] = []
  private var places: [(name: Int, value: Int, end: Int)] = []

  /// These lines.
  init(_ lines: FieldSection) {
    places.reserveCapacity(lines.count)
    for line in lines { append(line.name.bytes, line.value.bytes) }
  }

  /// The header section of a response, which begins with `:status` (RFC 9113 8.3.2).
  init(of head: ResponseHead) {
    octets.reserveCapacity(256)
    places.reserveCapacity(head.fields.count + 2)
    append(":status".utf8, String(head.status).utf8)
    for line in head.fields { append(line.name.bytes, line.value.bytes) }
  }

  /// Adds the length of a body.
  mutating func append(contentLength count: Int) {
    append("content-length".utf8, String(count).utf8)
  }

  /// "Field names MUST be converted to lowercase when constructing an HTTP/2 message", and "A field
  /// value MUST NOT start or end with an ASCII whitespace character" (RFC 9113 8.2, 8.2.1).
  private mutating func append(
    _ name: some Sequence<UInt8>, _ value: some BidirectionalCollection<UInt8>
  ) {
    let start = octets.count
    for octet in name { octets.append(octet.asciiLowercased) }
    let middle = octets.count
    octets.append(contentsOf: HTTP2Fields.trimmed(value))
    places.append((start, middle, octets.count))
  }

  private static func trimmed<Value: BidirectionalCollection<UInt8>>(
    _ value: Value
  ) -> Value.SubSequence {
    let front = value.drop { $0.isWhiteSpace }
    guard let last = front.lastIndex(where: { !$0.isWhiteSpace }) else { return front.prefix(0) }
    return value[front.startIndex...last]
  }

  /// Calls `body` with the pairs and their number; the library copies them.
  func withPairs(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32) -> Int32 {
    unsafe octets.withUnsafeBufferPointer { room in
      guard let start = room.baseAddress else { return body(nil, 0) }
      // The library's type has pointers to octets that it could change, and does not.
      let base = unsafe UnsafeMutablePointer(mutating: start)
      return unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: places.count) {
        pairs in
        for index in places.indices {
          let place = places[index]
          unsafe pairs.initializeElement(
            at: index,
            to: nghttp2_nv(
              name: base + place.name, value: base + place.value, namelen: place.value - place.name,
              valuelen: place.end - place.value, flags: 0))
        }
        return unsafe body(pairs.baseAddress, places.count)
      }
    }
  }
}
