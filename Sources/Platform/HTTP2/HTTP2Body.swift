// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The octets of a stream that are still to be sent.
package final class HTTP2Body {
  private var octets: ArraySlice<UInt8>
  /// The number of octets that may be sent now; `nil` for all.
  private var allowance: Int?
  /// No octets are appended any more.
  package var isComplete: Bool
  /// The trailer section, which ends the stream; empty for none.
  package let trailers: FieldSection

  package init(_ octets: Octets, trailers: FieldSection = FieldSection(), isComplete: Bool = true) {
    self.octets = octets.bytes
    self.trailers = trailers
    self.isComplete = isComplete
  }

  /// `true` if all octets were taken and no others follow.
  package var isAtEnd: Bool { octets.isEmpty && isComplete }
  /// The number of octets that were not taken yet.
  package var count: Int { octets.count }

  /// Allows that many more octets to be sent; before the first call all are allowed.
  package func allow(_ count: Int) { allowance = (allowance ?? 0) + max(1, count) }

  /// Adds octets.
  package func append(_ more: UnsafeRawBufferPointer) { unsafe octets.append(contentsOf: more) }

  /// Moves octets into `room`; returns how many.
  func take(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(octets.count, room.count, allowance ?? .max)
    guard count > 0 else { return 0 }
    unsafe room.copyBytes(from: octets.prefix(count))
    octets = octets.dropFirst(count)
    if let allowed = allowance { allowance = allowed - count }
    return count
  }
}
