// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The memory that a process uses.
package struct ProcessMemory: Hashable, Sendable {
  package let process: Int32
  /// The number of resident octets that are not shared with files.
  package let octets: Int64

  package init(process: Int32, octets: Int64) {
    self.process = process
    self.octets = octets
  }

  /// The memory of a process now; `nil` without Linux's `/proc/PID/statm`.
  package init?(of process: Int32) {
    guard let text = try? FileReading.read("/proc/\(process)/statm") else { return nil }
    // The fields are numbers of pages: all, resident, resident and shared with files.
    let numbers = text.split(separator: 0x20).map { Int64(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count > 2, let resident = numbers[1], let shared = numbers[2] else { return nil }
    self.process = process
    octets = (resident - shared) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
