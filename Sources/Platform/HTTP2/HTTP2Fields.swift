// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CNGHTTP2

/// A header or trailer section for nghttp2, which wants pointers to names and values.
package struct HTTP2Fields {
  private let lines: FieldSection
  /// The status of a response, whose header section begins with `:status` (RFC 9113 8.3.2); empty
  /// if it is not a response.
  private var status = ""
  /// The value of a content-length line; empty for no line.
  private var contentLength = ""

  package init(_ lines: FieldSection) { self.lines = lines }

  /// The header section of a response.
  package init(of head: ResponseHead) {
    lines = head.fields
    status = String(head.status)
  }

  /// Adds a content-length line.
  package mutating func append(contentLength count: Int) { contentLength = String(count) }

  /// Calls `body` with the pairs and their number; the library copies them.
  func withPairs(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32) -> Int32 {
    var (status, length) = (status, contentLength)
    return status.withUTF8 { status in
      length.withUTF8 { length in
        unsafe lines.withOctets { octets in
          unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: lines.count + 2) {
            var pairs = unsafe Pairs(room: $0)
            if !status.isEmpty { unsafe pairs.append(":status", status) }
            for index in lines.indices {
              let place = lines.places(of: index)
              unsafe pairs.append(
                UnsafeBufferPointer(rebasing: octets[place.name]),
                UnsafeBufferPointer(rebasing: octets[place.value]))
            }
            if !length.isEmpty { unsafe pairs.append("content-length", length) }
            return unsafe body(pairs.room.baseAddress, pairs.count)
          }
        }
      }
    }
  }
}

extension HTTP2Fields {
  /// OWS = *( SP / HTAB )   (RFC 9110 5.6.3)
  private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

  @unsafe private struct Pairs {
    let room: UnsafeMutableBufferPointer<nghttp2_nv>
    private(set) var count = 0

    init(room: UnsafeMutableBufferPointer<nghttp2_nv>) { unsafe self.room = unsafe room }

    mutating func append(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
      unsafe append(
        UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), value)
    }

    /// "Field names MUST be converted to lowercase when constructing an HTTP/2 message" (RFC 9113
    /// 8.2): the library does that. "A field value MUST NOT start or end with an ASCII whitespace
    /// character" (8.2.1).
    mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
      var value = unsafe value[...]
      while let first = unsafe value.first, HTTP2Fields.isBlank(first) {
        unsafe value.removeFirst()
      }
      while let last = unsafe value.last, HTTP2Fields.isBlank(last) { unsafe value.removeLast() }
      let trimmed = unsafe UnsafeBufferPointer(rebasing: value)
      unsafe room.initializeElement(
        at: count,
        to: nghttp2_nv(
          // The library's type has pointers to octets that it could change, and does not.
          name: UnsafeMutablePointer(mutating: name.baseAddress),
          value: UnsafeMutablePointer(mutating: trimmed.baseAddress), namelen: name.count,
          valuelen: trimmed.count, flags: 0))
      unsafe count += 1
    }
  }
}
