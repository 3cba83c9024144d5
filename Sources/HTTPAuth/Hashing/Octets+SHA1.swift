// SPDX-License-Identifier: Apache-2.0

internal import CNettle

extension Octets {
  /// SHA-1 (FIPS 180-4) as 40 lower-case hexadecimal digits. It names the files of a corpus by
  /// their content, and websockets use it (RFC 6455 4.2.2). It is not secure, and Digest does not
  /// use it.
  package var sha1: String { sha1Digest.map { $0.hex(digits: 2) }.joined() }

  /// The 20 octets of SHA-1.
  package var sha1Digest: [UInt8] {
    unsafe hashWithNettle(
      array, size: SHA1_DIGEST_SIZE, sha1_ctx(), nettle_sha1_init, nettle_sha1_update,
      nettle_sha1_digest)
  }
}
