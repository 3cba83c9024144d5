// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// Plays cases to the client without a fault.
final class BaselinePlayer {
  private let options: SelftestOptions
  private let clients: Selftest.Clients
  private let worker: Worker
  private let takeReached: () -> Set<String>

  init(_ options: SelftestOptions, _ clients: Selftest.Clients) {
    self.options = options
    self.clients = clients
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
    let patient = Worker.result(of: plan, index: index, timeout: options.patience) {
      clients.makeFaultless($0).client
    }
    return Baseline(patient, reached: baseline.reached)
  }

  func stop() { worker.stop() }
}

/// Plays cases to the client with one fault.
final class FaultPlayer {
  private let fault: PlantedFault
  private let options: SelftestOptions
  private let clients: Selftest.Clients
  private let worker: Worker

  init(_ fault: PlantedFault, _ options: SelftestOptions, _ clients: Selftest.Clients) {
    self.fault = fault
    self.options = options
    self.clients = clients
    worker = Worker(options: RunOptions(timeout: options.timeout)) {
      clients.makeFaulty(fault, $0)
    }
  }

  /// Plays a case, and once more with more time if time ran out although neither fault nor scenario
  /// is about time.
  func result(of plan: CasePlan, index: Int, _ baseline: Baseline) -> CaseResult {
    let result = worker.result(of: plan, index: index)
    guard result.lateness > baseline.lateness, !fault.hangs else { return result }
    return Worker.result(of: plan, index: index, timeout: options.patience) {
      clients.makeFaulty(fault, $0)
    }
  }

  func stop() { worker.stop() }
}
