// SPDX-License-Identifier: Apache-2.0

internal import CNettle

/// A hash function of Digest (RFC 7616 3.3, 6.1), or one that clients use by mistake.
package enum HashFunction: Hashable, Sendable, CaseIterable {
  /// MD5 (RFC 1321): 16 octets.
  case md5
  /// SHA-256 (FIPS 180-4): 32 octets.
  case sha256
  /// SHA-512/256 (FIPS 180-4 5.3.6), which has initial values of its own: 32 octets.
  case sha512Slash256
  /// The first 32 octets of SHA-512. Some clients, and the example of RFC 7616 3.9.2 (errata 4897),
  /// use it in place of SHA-512/256.
  case sha512Truncated

  /// The number of octets of a hash value.
  package var size: Int { self == .md5 ? 16 : 32 }

  /// The hash of the octets that `body` adds, as lower-case hexadecimal digits.
  func hex(_ body: (borrowing HashInput) -> Void) -> HexDigits {
    unsafe withUnsafeTemporaryAllocation(byteCount: HashInput.contextSize, alignment: 16) {
      memory in
      guard let context = memory.baseAddress else { return HexDigits() }
      let input = unsafe HashInput(self, context: context)
      body(input)
      return input.finish()
    }
  }

  /// The hash of some octets, as lower-case hexadecimal digits.
  package func hex(of octets: Octets) -> Octets {
    Octets(Array(hex { $0.feed(octets) }))
  }
}

/// A hash in progress. The caller provides the memory for its state, so hashing allocates nothing.
@safe
struct HashInput: ~Copyable {
  static let contextSize = max(
    MemoryLayout<md5_ctx>.size, MemoryLayout<sha256_ctx>.size, MemoryLayout<sha512_ctx>.size)

  private let function: HashFunction
  private let context: UnsafeMutableRawPointer

  @unsafe
  init(_ function: HashFunction, context: UnsafeMutableRawPointer) {
    self.function = function
    unsafe self.context = context
    switch function {
    case .md5: unsafe nettle_md5_init(context.assumingMemoryBound(to: md5_ctx.self))
    case .sha256: unsafe nettle_sha256_init(context.assumingMemoryBound(to: sha256_ctx.self))
    case .sha512Slash256:
      unsafe nettle_sha512_256_init(context.assumingMemoryBound(to: sha512_ctx.self))
    case .sha512Truncated:
      unsafe nettle_sha512_init(context.assumingMemoryBound(to: sha512_ctx.self))
    }
  }

  func feed(_ octets: Octets) {
    unsafe octets.bytes.withUnsafeBufferPointer { unsafe feed($0) }
  }

  /// Adds a colon, and octets unless they are `nil`.
  func feedColon(_ octets: Octets?) {
    feedColon()
    if let octets { feed(octets) }
  }

  func feedColon(_ digits: HexDigits) {
    feedColon()
    feed(digits)
  }

  private func feedColon() {
    let colon: StaticString = ":"
    colon.withUTF8Buffer { unsafe feed($0) }
  }

  func feed(_ digits: HexDigits) {
    unsafe withUnsafeBytes(of: digits.octets) { memory in
      unsafe feed(
        UnsafeBufferPointer(rebasing: memory.assumingMemoryBound(to: UInt8.self)[..<digits.count]))
    }
  }

  private func feed(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let start = buffer.baseAddress else { return }
    let count = buffer.count
    switch function {
    case .md5:
      unsafe nettle_md5_update(context.assumingMemoryBound(to: md5_ctx.self), count, start)
    case .sha256:
      unsafe nettle_sha256_update(context.assumingMemoryBound(to: sha256_ctx.self), count, start)
    case .sha512Slash256, .sha512Truncated:
      unsafe nettle_sha512_update(context.assumingMemoryBound(to: sha512_ctx.self), count, start)
    }
  }

  consuming func finish() -> HexDigits {
    var digest = SIMD32<UInt8>()
    let size = function.size
    unsafe withUnsafeMutableBytes(of: &digest) { memory in
      guard let start = unsafe memory.assumingMemoryBound(to: UInt8.self).baseAddress else {
        return
      }
      switch function {
      case .md5:
        unsafe nettle_md5_digest(context.assumingMemoryBound(to: md5_ctx.self), size, start)
      case .sha256:
        unsafe nettle_sha256_digest(context.assumingMemoryBound(to: sha256_ctx.self), size, start)
      case .sha512Slash256:
        unsafe nettle_sha512_256_digest(
          context.assumingMemoryBound(to: sha512_ctx.self), size, start)
      case .sha512Truncated:
        unsafe nettle_sha512_digest(context.assumingMemoryBound(to: sha512_ctx.self), size, start)
      }
    }
    return HexDigits(digest, count: size)
  }
}
