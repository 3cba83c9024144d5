// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// Plays cases to the client without a fault.
final class BaselinePlayer {
  private let worker: Worker
  private let takeReached: () -> Set<String>

  init(_ options: SelftestOptions, _ clients: Selftest.Clients) {
    var watched: Selftest.Clients.Watched?
    worker = Worker(options: RunOptions(timeout: options.timeout)) { loop in
      let made = clients.makeFaultless(loop)
      watched = made
      return made.client
    }
    takeReached = watched?.takeReached ?? { [] }
  }

  /// Plays a case, and once more with more time if it failed because time ran out.
  func baseline(of plan: CasePlan, index: Int) -> Baseline {
    _ = takeReached()
    let result = worker.result(of: plan, index: index)
    let baseline = Baseline(result, reached: takeReached())
    guard baseline.isBad, baseline.lateness > .inTime else { return baseline }
    let patient = worker.result(of: plan, index: index, patience: SelftestOptions.patience)
    return Baseline(patient, reached: baseline.reached)
  }

  func stop() { worker.stop() }
}

/// Plays cases to the client with one fault.
final class FaultPlayer {
  private let fault: PlantedFault
  private let worker: Worker

  init(_ fault: PlantedFault, _ options: SelftestOptions, _ clients: Selftest.Clients) {
    self.fault = fault
    worker = Worker(options: RunOptions(timeout: options.timeout)) {
      clients.makeFaulty(fault, $0)
    }
  }

  /// Plays a case, and once more with more time if time ran out although the fault is not about
  /// time, and the scenario is not either or a check has an objection.
  func result(of plan: CasePlan, index: Int, _ baseline: Baseline) -> CaseResult {
    let result = worker.result(of: plan, index: index)
    let isDoubtful =
      !fault.hangs && result.lateness > .inTime
      && (result.lateness > baseline.lateness || !baseline.isSatisfied(with: result))
    return isDoubtful ? patientResult(of: plan, index: index) : result
  }

  /// Plays a case with several times the time for each request.
  func patientResult(of plan: CasePlan, index: Int) -> CaseResult {
    worker.result(of: plan, index: index, patience: SelftestOptions.patience)
  }

  func stop() { worker.stop() }
}
