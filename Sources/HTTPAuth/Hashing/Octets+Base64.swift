// SPDX-License-Identifier: Apache-2.0

internal import CNettle

extension Octets {
  /// Base 64 with padding and the standard alphabet (RFC 4648 4).
  package var base64: Octets {
    let size = (count + 2) / 3 * 4
    let encoded = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = buffer.baseAddress, count > 0 else { return }
        unsafe to.withMemoryRebound(to: CChar.self, capacity: size) { to in
          unsafe nettle_base64_encode_raw(to, count, from)
        }
        initialized = size
      }
    }
    return Octets(encoded)
  }

  /// Decodes base64; `nil` if the text is not padded base64 of the standard alphabet (RFC 4648 3.2,
  /// 3.3, 3.5).
  package init?(base64 text: Octets) {
    guard let decoded = unsafe text.bytes.withUnsafeBufferPointer({ unsafe Octets.decoded($0) })
    else { return nil }
    self.init(decoded)
  }

  /// Like `init(base64:)`, for a text. It is not copied.
  package init?(base64 text: String) {
    var text = text
    guard let decoded = text.withUTF8({ unsafe Octets.decoded($0) }) else { return nil }
    self.init(decoded)
  }

  private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Nettle skips white space, which RFC 4648 3.3 forbids.
    guard text.count.isMultiple(of: 4), unsafe !text.contains(where: { $0 <= 0x20 }) else {
      return nil
    }
    var isGood = false
    let decoded = unsafe [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) {
      buffer, initialized in
      var context = unsafe base64_decode_ctx()
      unsafe nettle_base64_decode_init(&context)
      guard let to = buffer.baseAddress else { return }
      guard let from = text.baseAddress else {
        isGood = true
        return
      }
      var size = buffer.count
      let code = unsafe from.withMemoryRebound(to: CChar.self, capacity: text.count) { from in
        unsafe nettle_base64_decode_update(&context, &size, to, text.count, from)
      }
      isGood = unsafe code == 1 && nettle_base64_decode_final(&context) == 1
      initialized = isGood ? size : 0
    }
    return isGood ? decoded : nil
  }
}
