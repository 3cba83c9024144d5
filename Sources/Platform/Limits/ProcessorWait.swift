// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The time for which threads were ready to run and waited for a processor, as Linux reports it.
enum ProcessorWait {
  /// The nanoseconds for which the calling thread has waited since its start; `nil` if the system
  /// does not report it.
  static var ofThisThread: Int64? { ofThread("/proc/thread-self") }

  /// The nanoseconds for which each thread of a process and of its descendants has waited since its
  /// start, by thread id. Empty if the system does not report it, or if the process has ended.
  static func ofThreads(from process: Int32) -> [Int32: Int64] {
    var waits: [Int32: Int64] = [:]
    var processes = [process]
    while let process = processes.popLast(), waits.count < mostThreads {
      let folder = "/proc/\(process)/task"
      for name in Folder.names(in: folder) {
        guard let thread = Int32(name), waits[thread] == nil,
          let wait = ofThread("\(folder)/\(name)")
        else { continue }
        waits[thread] = wait
        processes += numbers(in: "\(folder)/\(name)/children").map { Int32(clamping: $0) }
      }
    }
    return waits
  }

  /// A process that starts threads without end must not cost the harness more than this.
  private static let mostThreads = 4096

  /// "schedstat: time spent on the cpu, time spent waiting on a runqueue, # of timeslices run on
  /// this cpu" (Linux, Documentation/scheduler/sched-stats.rst); nanoseconds.
  private static func ofThread(_ folder: String) -> Int64? {
    let values = numbers(in: folder + "/schedstat")
    return values.count > 1 ? values[1] : nil
  }

  /// The decimal numbers in a file of /proc; none if it cannot be read.
  private static func numbers(in path: String) -> [Int64] {
    guard let text = Descriptors.beginning(of: path, limit: 1 << 12) else { return [] }
    var numbers: [Int64] = []
    var number: Int64?
    for octet in text {
      if case 0x30...0x39 = octet {
        number = (number ?? 0) &* 10 &+ Int64(octet - 0x30)
      } else if let found = number.take() {
        numbers.append(found)
      }
    }
    if let number { numbers.append(number) }
    return numbers
  }
}
