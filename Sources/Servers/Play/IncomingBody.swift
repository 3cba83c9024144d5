// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// The body of a request while it arrives.
///
/// As long as it is the beginning of a large body of the scenario, only its length is kept.
struct IncomingBody {
  private let room: KeptOctets
  /// The body of the scenario that is arriving.
  private var known: ArraySlice<UInt8> = []
  /// The number of octets of it that have arrived; 0 if the body is another.
  private var matched = 0
  /// The octets of another body.
  private var own: [UInt8] = []

  /// The number of octets above which storage grows by a quarter at a time.
  private static let large = 1 << 20

  /// An empty body.
  init(_ room: KeptOctets) { self.room = room }

  /// The number of octets.
  var count: Int { own.count + matched }
  var isEmpty: Bool { count == 0 }
  /// The octets.
  var octets: Octets { own.isEmpty ? Octets(known.prefix(matched)) : Octets(own) }
  /// The first octets, as an excerpt.
  var beginning: Octets { Octets(Array(octets.bytes.prefix(InputQueue.excerpt))) }
  /// The last octets, as an excerpt.
  var end: Octets { Octets(Array(octets.bytes.suffix(InputQueue.excerpt))) }
  /// What is wrong if octets could not be appended, as a sentence.
  var complaint: String { room.complaint }

  /// Appends octets; `false` if the case has no room for them.
  mutating func append(_ octets: UnsafeRawBufferPointer) -> Bool {
    if own.isEmpty {
      if matched == 0 { known = room.known.first { unsafe $0.has(octets, at: 0) } ?? [] }
      if unsafe !known.isEmpty && known.has(octets, at: matched) {
        matched += octets.count
        return true
      }
    }
    guard room.take(matched + octets.count) else { return false }
    reserve(matched + octets.count)
    own.append(contentsOf: known.prefix(matched))
    matched = 0
    known = []
    unsafe own.append(contentsOf: octets)
    return true
  }

  /// Appends octets; `false` if the case has no room for them.
  mutating func append(_ octets: ArraySlice<UInt8>) -> Bool {
    unsafe octets.withUnsafeBytes { unsafe append($0) }
  }

  /// Makes storage for more octets. Twice as much as there is, which an array would have by itself,
  /// is too much of a large body.
  private mutating func reserve(_ more: Int) {
    let needed = own.count + more
    guard needed > IncomingBody.large, needed > own.capacity else { return }
    own.reserveCapacity(max(needed, own.count + own.count / 4))
  }
}

extension ArraySlice<UInt8> {
  /// `true` if these octets are at that offset.
  fileprivate func has(_ octets: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard octets.count > 0 else { return true }
    guard octets.count <= count - offset else { return false }
    return unsafe withUnsafeBytes { own in
      guard let start = own.baseAddress, let other = octets.baseAddress else { return false }
      return unsafe memcmp(start + offset, other, octets.count) == 0
    }
  }
}
