#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a process holds.
package struct ProcessMemory: Hashable, Sendable {
  /// The process.
  package let process: Int32
  /// Octets of memory in use that are its own, not a file's.
  package let octets: Int64

  /// So much, held by that process.
  package init(process: Int32, octets: Int64) {
    self.process = process
    self.octets = octets
  }

  /// What a process holds now; `nil` if the system does not tell: Linux does, by
  /// `/proc/PID/statm`.
  package init?(of process: Int32) {
    let descriptor = unsafe open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    let text = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    // Pages: all, resident, resident and shared with files.
    let numbers = text.split(separator: 0x20).map { Int64(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count > 2, let resident = numbers[1], let shared = numbers[2] else { return nil }
    self.process = process
    octets = (resident - shared) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
