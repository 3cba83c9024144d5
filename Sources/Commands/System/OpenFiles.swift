// SPDX-License-Identifier: Apache-2.0

import Platform

/// The files and sockets that the program may have open at once.
enum OpenFiles {
  /// More than any number of workers needs. A system without a limit does not accept an unlimited
  /// number (on macOS at most OPEN_MAX).
  #if canImport(Darwin)
    private static let most = 10_240
  #else
    private static let most = 65_536
  #endif

  /// The files that a worker needs for a client in this process, with eight cases side by side.
  private static let forWorker = 256
  /// The files that a worker needs for a client that is a process.
  private static let forWorkerOfProcess = 64
  /// The files that the program needs beside its workers.
  private static let forItself = 64

  /// The number of workers for which the limit is enough.
  static func mostWorkers(ofProcesses: Bool) -> Int {
    max(0, ResourceLimit.openFiles.current - forItself)
      / (ofProcesses ? forWorkerOfProcess : forWorker)
  }

  /// Raises the limit as far as the system allows. A worker of a campaign on libcurl has some 250
  /// files open, and shells allow 256 on macOS and 1,024 on Linux. Processes of clients have limits
  /// of their own.
  static func allowMany() { ResourceLimit.openFiles.raise(to: most) }
}
