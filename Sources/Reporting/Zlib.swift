// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Octets in zlib's format (RFC 1950).
package enum Zlib {
  /// Returns the compressed octets; `nil` if there is not enough memory.
  package static func compressed(_ octets: [UInt8]) -> [UInt8]? {
    var size = compressBound(uLong(octets.count))
    var result = [UInt8](repeating: 0, count: Int(size))
    let code = unsafe octets.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        unsafe compress2(
          target.baseAddress, &size, source.baseAddress, uLong(source.count), Z_BEST_COMPRESSION)
      }
    }
    guard code == Z_OK else { return nil }
    result.removeLast(result.count - Int(size))
    return result
  }

  /// Returns the octets decompressed; `nil` if they are malformed, or would be more than `limit`
  /// octets.
  package static func expanded(_ octets: [UInt8], limit: Int = 1 << 28) -> [UInt8]? {
    var capacity = min(limit, max(1 << 16, octets.count * 16))
    while true {
      var size = uLong(capacity)
      var result = [UInt8](repeating: 0, count: capacity)
      let code = unsafe octets.withUnsafeBufferPointer { source in
        unsafe result.withUnsafeMutableBufferPointer { target in
          unsafe uncompress(target.baseAddress, &size, source.baseAddress, uLong(source.count))
        }
      }
      if code == Z_OK {
        result.removeLast(capacity - Int(size))
        return result
      }
      // Z_BUF_ERROR means that the result does not fit, or that the input is cut short.
      guard code == Z_BUF_ERROR, capacity < limit else { return nil }
      capacity = min(limit, capacity * 4)
    }
  }
}
