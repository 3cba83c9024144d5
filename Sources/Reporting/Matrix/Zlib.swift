internal import CZlib

/// Octets made small.
enum Zlib {
  /// The octets in zlib's format (RFC 1950); nil where there is no memory for it.
  static func compressed(_ octets: [UInt8]) -> [UInt8]? {
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
}
