// SPDX-License-Identifier: Apache-2.0

/// Hashes octets with a context of Nettle and the functions for it.
///
/// `start` prepares the context; for an HMAC it sets the key.
func hashWithNettle<Context>(
  _ octets: [UInt8], size: Int32, _ context: Context,
  _ start: (UnsafeMutablePointer<Context>) -> Void,
  _ update: (UnsafeMutablePointer<Context>, Int, UnsafePointer<UInt8>) -> Void,
  _ finish: (UnsafeMutablePointer<Context>, Int, UnsafeMutablePointer<UInt8>) -> Void
) -> [UInt8] {
  var context = context
  var digest = [UInt8](repeating: 0, count: Int(size))
  unsafe start(&context)
  unsafe update(&context, octets.count, octets)
  unsafe finish(&context, digest.count, &digest)
  return digest
}
