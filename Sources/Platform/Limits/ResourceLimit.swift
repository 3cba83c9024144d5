// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A limit that the system sets for this process (getrlimit(2)).
package enum ResourceLimit {
  /// Files and sockets that are open at once.
  case openFiles
  /// Octets of the address space.
  case addressSpace
  /// Octets of memory that no other process shares. Linux counts the heap and the stacks.
  case data

  #if canImport(Glibc)
    private typealias Name = __rlimit_resource_t

    /// The resource's name in the type that `getrlimit` takes.
    private var name: Name {
      switch self {
      case .openFiles: Name(RLIMIT_NOFILE.rawValue)
      case .addressSpace: Name(RLIMIT_AS.rawValue)
      case .data: Name(RLIMIT_DATA.rawValue)
      }
    }
  #else
    private typealias Name = Int32

    private var name: Name {
      switch self {
      case .openFiles: RLIMIT_NOFILE
      case .addressSpace: RLIMIT_AS
      case .data: RLIMIT_DATA
      }
    }
  #endif

  /// The limit as it is now; `Int.max` if there is none.
  package var current: Int {
    var limit = rlimit()
    guard unsafe getrlimit(name, &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// Raises the limit to `wanted`, or as far as the system allows.
  package func raise(to wanted: Int) {
    var limit = rlimit()
    guard unsafe getrlimit(name, &limit) == 0 else { return }
    let possible = min(limit.rlim_max, rlim_t(wanted))
    guard possible > limit.rlim_cur else { return }
    limit.rlim_cur = possible
    _ = unsafe setrlimit(name, &limit)
  }
}
