// SPDX-License-Identifier: Apache-2.0

internal import CNettle

extension Octets {
  /// SHA-1 (FIPS 180-4) as 40 lower-case hexadecimal digits: what files of a corpus are named by
  /// their content with, and what websockets take. Nothing about it is safe against people; Digest does
  /// not know it.
  package var sha1: String { sha1Digest.map { $0.hex(digits: 2) }.joined() }

  /// The 20 octets of SHA-1.
  package var sha1Digest: [UInt8] {
    var context = sha1_ctx()
    var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
    unsafe nettle_sha1_init(&context)
    unsafe bytes.withUnsafeBufferPointer { octets in
      if let start = octets.baseAddress {
        unsafe nettle_sha1_update(&context, octets.count, start)
      }
    }
    unsafe nettle_sha1_digest(&context, digest.count, &digest)
    return digest
  }
}
