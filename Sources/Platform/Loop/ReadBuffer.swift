// SPDX-License-Identifier: Apache-2.0

/// A buffer that all connections of a loop read into, one after another. Whoever reads into it takes
/// the octets out before anything else on the loop reads.
@safe package final class ReadBuffer {
  package let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  init() {}

  deinit { unsafe room.deallocate() }

  /// The first octets of the buffer.
  package func prefix(_ count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
  }
}
