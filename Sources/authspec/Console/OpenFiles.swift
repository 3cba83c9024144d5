#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How many files and sockets the program may have open at once.
enum OpenFiles {
  /// More than any number of workers needs; a system that says that there is no limit takes no such number (on macOS OPEN_MAX
  /// is the most).
  #if canImport(Darwin)
    private static let most: rlim_t = 10_240
  #else
    private static let most: rlim_t = 65_536
  #endif

  /// The resource's name in the type that `getrlimit` takes.
  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif

  /// Raises the limit as far as the system lets it be raised. A worker of a campaign on libcurl has some 250 of them open, and
  /// shells allow 256 on macOS and 1,024 on Linux. Clients that are started have limits of their own.
  static func allowMany() {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, most)
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    _ = unsafe setrlimit(resource, &limit)
  }
}
