// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Playing
import Scenarios

/// Makes clients, and selects the mutant that all clients of the process are.
package struct MutantClients: Sendable {
  let makeClient: @Sendable (EventLoop) -> any ClientUnderTest
  let watch: @Sendable () -> Void
  let takeNoted: @Sendable () -> [Int]
  let choose: @Sendable (Int) -> Void

  /// `choose` takes the number of a mutant, or 0 for none. After `watch` no mutant is selected, and
  /// `takeNoted` returns the mutants that could have made a difference since the last call.
  package init(
    makeClient: @escaping @Sendable (EventLoop) -> any ClientUnderTest,
    watch: @escaping @Sendable () -> Void, takeNoted: @escaping @Sendable () -> [Int],
    choose: @escaping @Sendable (Int) -> Void
  ) {
    self.makeClient = makeClient
    self.watch = watch
    self.takeNoted = takeNoted
    self.choose = choose
  }
}

/// Plays cases to each mutant of a client, until a check breaks that held without the change.
///
/// Only those cases are played to a mutant in which it could make a difference, which is noted
/// while they are played to the client without a change. Mutants are played in copies of this
/// process, because they may crash or loop forever.
package struct MutantTest: Sendable {
  let plans: [CasePlan]
  let mutants: [CodeMutant]
  let options: MutantOptions
  let clients: MutantClients

  package init(
    plans: [CasePlan], mutants: [CodeMutant], options: MutantOptions, clients: MutantClients
  ) {
    self.plans = plans
    self.mutants = mutants
    self.options = options
    self.clients = clients
  }

  /// Makes the test; `report` is called from time to time with the numbers of mutants that are done
  /// and that survived. This process must have no other thread, unless the mutants are played in
  /// it.
  package func perform(
    interruption: Interruption, report: (_ done: Int, _ survivors: Int) -> Void = { _, _ in }
  ) -> MutantResult {
    let began = Instant.now
    var result = MutantResult()
    let baselines = MutantBaselines(
      plans, clients, options, count: mutants.map(\.number).max() ?? 0, interruption)
    result.cases = baselines.played
    result.referenceFailures = baselines.failures
    if !interruption.isRaised {
      let player = MutantPlayer(self, baselines, interruption)
      if options.isInProcess {
        result.outcomes = mutants.map { mutant in
          interruption.isRaised ? player.begun(mutant) : player.examine(mutant)
        }
      } else {
        let pool = MutantPool(player, mutants, threads: options.jobs, interruption)
        result.outcomes = pool.perform(report)
        result.isFaulty = pool.isFaulty
      }
    }
    clients.choose(0)
    result.isInterrupted = interruption.isRaised
    result.duration = Instant.now.nanoseconds - began.nanoseconds
    return result
  }
}

/// The options for playing mutants.
package struct MutantOptions: Sendable {
  /// The number of mutants that are played at once; at least 1.
  package var jobs = 1
  /// Milliseconds that a client has for one request, unless the scenario sets a timeout.
  package var timeout = 500
  /// Milliseconds that it has when a play is made again because time ran out: the machine may have
  /// been busy.
  package var patience = 2500
  /// The id of the case that killed a mutant before, by the mutant's name: it is played first.
  package var witnesses: [String: String] = [:]
  /// Mutants that are known to survive are played one case of each scenario only.
  package var isQuick = false
  /// The names of mutants that are known to survive.
  package var survivors: Set<String> = []
  /// They are played in this process: for mutants that do not crash.
  package var isInProcess = false

  package init() {}
}
