// SPDX-License-Identifier: Apache-2.0

import Playing
import ReferenceClient
import Scenarios
import Transcripts
import Foundation
import TestThreads
import Testing

/// The catalogue, and the results of playing its cases.
enum Playing {
  static let catalogue = Result {
    try Catalogue([], in: Repository.root.appending(path: "Scenarios").path)
  }

  /// The results of playing cases, in order.
  static func results(
    _ cases: [Case], faults: Set<Fault.Name> = [], variants: Set<Variant.Name> = [],
    preferences: Preferences = Preferences()
  ) -> [CaseResult] {
    var options = RunOptions()
    options.jobs = 2
    // Other tests run at the same time.
    options.timeout = 20_000
    let run = Run(plans: cases.planned(), options: options, expected: nil) { loop in
      ReferenceClient(loop: loop, faults: faults, variants: variants, preferences: preferences)
    }
    var results: [CaseResult] = []
    run.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { results.append(result) }
    }
    return results
  }
}

extension CaseResult {
  /// `true` if a check reports a fault of the client.
  var findsFault: Bool {
    checks.contains { [.fail, .warn, .crash, .timeout].contains($0.verdict) }
  }
}

@Suite(.onOwnThreads, .serialized) struct CatalogueTests {
  /// Behaviour of many clients passes too; a case that needs other behaviour is inconclusive.
  @Test(arguments: [
    Playing.preferences { $0.proxiedDigestURI = .path },
    Playing.preferences { $0.answersWithoutRealm = true },
  ])
  func everyPreferenceIsAllowed(_ preferences: Preferences) throws {
    var seen: Set<String> = []
    let sample = try Playing.catalogue.get().cases.filter { played in
      let scenario = String(played.id.prefix { $0 != "[" })
      return seen.insert(scenario).inserted
    }
    #expect(sample.count > 250)
    for result in Playing.results(sample, preferences: preferences) {
      let (hasFault, id) = (result.findsFault, result.played.id)
      #expect(!hasFault, "\(id): \(result.verdict)")
    }
  }
}

extension Playing {
  static func preferences(_ change: (inout Preferences) -> Void) -> Preferences {
    var preferences = Preferences()
    change(&preferences)
    return preferences
  }
}
