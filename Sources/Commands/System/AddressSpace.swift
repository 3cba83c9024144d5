// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting

/// The memory that the system lets the program use.
///
/// It is compared with the need before anything is read or played: a program that runs out of
/// memory is ended, by whichever library asks for some, and nobody learns why.
enum AddressSpace {
  /// Megabytes for the libraries, the scenarios, the reports, and what a client can make the
  /// program keep.
  private static let forItself = 192
  /// Megabytes for a worker: its stack, its part of the heap, and the cases that it plays at once.
  private static let forWorker = 64

  /// The limits, and the options of ulimit(1) that set them.
  private static let limits: [(limit: ResourceLimit, option: String)] = [
    (.addressSpace, "-v"), (.data, "-d"),
  ]

  private static func megabytes(_ limit: ResourceLimit) -> Int { limit.current >> 20 }

  /// The number of workers for which the limits are enough.
  static var mostWorkers: Int {
    limits.map { max(0, megabytes($0.limit) - forItself) / forWorker }.min() ?? .max
  }

  /// What is missing for that many workers, and what to do about it; `nil` if nothing is.
  static func complaint(workers: Int) -> String? {
    let need = forItself + forWorker * workers
    guard let (limit, option) = limits.first(where: { megabytes($0.limit) < need }) else {
      return nil
    }
    let fewer = mostWorkers > 0 ? ", or give --jobs \(mostWorkers)" : ""
    return
      "too little memory may be used for \(Phrases.count(workers, "worker")): \(need) MB are "
      + "needed, and the limit is \(megabytes(limit)) MB: raise the limit "
      + "(ulimit \(option) unlimited)\(fewer)"
  }
}
