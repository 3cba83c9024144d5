// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Shared memory in which a client that was built for AFL counts the executed edges of its code.
///
/// The client finds the memory by the id in `__AFL_SHM_ID`.
@safe package final class CoverageMap {
  /// The default size of AFL's map, in octets.
  private static let size = 1 << 16
  /// The environment variable with the id.
  package static let variable = "__AFL_SHM_ID"

  /// The id of the shared memory.
  package let number: Int32
  private let octets: UnsafeMutableRawBufferPointer

  /// Allocates shared memory; `nil` if the system refuses.
  package init?() {
    number = shmget(IPC_PRIVATE, CoverageMap.size, Int32(IPC_CREAT) | 0o600)
    guard number >= 0 else { return nil }
    guard let place = unsafe shmat(number, nil, 0), Int(bitPattern: place) != -1 else {
      _ = shmctl(number, IPC_RMID, nil)
      return nil
    }
    unsafe octets = UnsafeMutableRawBufferPointer(start: place, count: CoverageMap.size)
    #if os(Linux)
      // The memory is freed with the last process that uses it. On Linux others can attach until
      // then.
      _ = shmctl(number, IPC_RMID, nil)
    #endif
  }

  deinit {
    _ = unsafe shmdt(octets.baseAddress)
    #if !os(Linux)
      _ = shmctl(number, IPC_RMID, nil)
    #endif
  }

  /// Sets all counts to 0.
  package func clear() { unsafe octets.initializeMemory(as: UInt8.self, repeating: 0) }

  /// The executed edges, each with the class of its count.
  ///
  /// The eight classes are those of AFL: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, more.
  package var edges: [UInt32] {
    var edges: [UInt32] = []
    for word in stride(from: 0, to: CoverageMap.size, by: 8) {
      if unsafe octets.load(fromByteOffset: word, as: UInt64.self) == 0 { continue }
      for place in word..<(word + 8) {
        let count = unsafe octets[place]
        if count > 0 { edges.append(UInt32(place) << 3 | CoverageMap.kind(of: count)) }
      }
    }
    return edges
  }

  private static func kind(of count: UInt8) -> UInt32 {
    switch count {
    case 0...3: UInt32(max(1, count)) - 1
    case 4...7: 3
    case 8...15: 4
    case 16...31: 5
    case 32...127: 6
    default: 7
    }
  }
}
