// SPDX-License-Identifier: Apache-2.0

/// Runs of several clients, some of them at the same time.
package enum ClientRuns {
  /// Performs the runs, up to `atOnce` at the same time. Returns the output of each; `nil` for runs
  /// that were not begun.
  ///
  /// `perform` is called once for each run, on a thread that it has to itself.
  package static func perform<Output: Sendable>(
    _ runs: [Run], atOnce: Int, interruption: Interruption,
    perform: @escaping @Sendable (Int, Run) -> Output
  ) -> [Output?] {
    WorkerPool.perform(
      runs.count, threads: atOnce, interruption: interruption, work: { perform($0, runs[$0]) })
  }
}
