// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// The results of each case for the client without a change, and the mutants that could have made a
/// difference.
struct MutantBaselines {
  struct Baseline {
    /// Whether time ran out, which the scenario may intend.
    var lateness: TimeoutStatus
    /// The checks that are broken already.
    var broken: Set<String>
    /// A bit for each mutant.
    var noted: [UInt64]

    func isChanged(by mutant: CodeMutant) -> Bool {
      let (word, bit) = mutant.number.quotientAndRemainder(dividingBy: 64)
      return noted.indices.contains(word) && noted[word] & (1 << UInt64(bit)) != 0
    }
  }

  /// `nil` for cases that were skipped.
  private(set) var baselines: [Baseline?] = []
  /// The ids of the cases that the client fails.
  private(set) var failures: [String] = []

  var played: Int { baselines.count { $0 != nil } }

  /// Plays all cases, on a thread that has ended when this returns.
  init(
    _ plans: [CasePlan], _ clients: MutantClients, _ options: MutantOptions, count: Int,
    _ interruption: Interruption
  ) {
    let found = WorkerPool.perform(plans.count, threads: 1, interruption: interruption) {
      clients.watch()
      let worker = Worker(
        options: RunOptions(timeout: options.timeout), makeClient: clients.makeClient)
      return (
        perform: { index -> (Baseline, isBad: Bool)? in
          _ = clients.takeNoted()
          var result = worker.result(of: plans[index], index: index)
          if result.verdict == .skipped, result.checks.isEmpty { return nil }
          if result.isUnexpectedlyBad, result.lateness > .inTime {
            result = Worker.result(
              of: plans[index], index: index, timeout: options.patience,
              makeClient: clients.makeClient)
          }
          var noted = [UInt64](repeating: 0, count: count / 64 + 1)
          for number in clients.takeNoted() where number <= count {
            noted[number / 64] |= 1 << UInt64(number % 64)
          }
          let broken = result.checks.filter { $0.verdict.isBroken }.map(\.descriptor.id)
          let baseline = Baseline(
            lateness: result.lateness, broken: Set(broken), noted: noted)
          return (baseline, result.isUnexpectedlyBad)
        }, end: { worker.stop() }
      )
    }
    for (index, result) in found.enumerated() {
      baselines.append((result ?? nil)?.0)
      if let result = result ?? nil, result.isBad { failures.append(plans[index].played.id) }
    }
  }
}
