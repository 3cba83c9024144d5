// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CNGHTTP2

/// A header section for nghttp2, which wants pointers to names and values.
struct HTTP2Fields {
  private var octets: [UInt8] = []
  private var places: [(name: Int, value: Int, end: Int)] = []

  /// "Field names MUST be converted to lowercase when constructing an HTTP/2 message", and "A field
  /// value MUST NOT start or end with an ASCII whitespace character" (RFC 9113 8.2, 8.2.1).
  init(_ lines: FieldSection) {
    places.reserveCapacity(lines.count)
    for line in lines {
      let start = octets.count
      for octet in line.name.bytes { octets.append(octet.asciiLowercased) }
      let middle = octets.count
      octets.append(contentsOf: HTTP2Fields.trimmed(line.value.bytes))
      places.append((start, middle, octets.count))
    }
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = value.drop { $0.isWhiteSpace }
    guard let last = front.lastIndex(where: { !$0.isWhiteSpace }) else { return [] }
    return front[...last]
  }

  /// Calls `body` with the pairs and their number; the library copies them.
  func withPairs(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32) -> Int32 {
    // The library's type has pointers to octets that it could change, and does not.
    var octets = octets
    return unsafe octets.withUnsafeMutableBufferPointer { room in
      guard let base = room.baseAddress else { return body(nil, 0) }
      let pairs = unsafe places.map { place in
        unsafe nghttp2_nv(
          name: base + place.name, value: base + place.value, namelen: place.value - place.name,
          valuelen: place.end - place.value, flags: 0)
      }
      return unsafe pairs.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
    }
  }
}
