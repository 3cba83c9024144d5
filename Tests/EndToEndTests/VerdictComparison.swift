// SPDX-License-Identifier: Apache-2.0

import Clients
@testable import Platform
@testable import Playing
import Scenarios
import Testing
@testable import Transcripts

/// The verdicts on one client in cases that are played in two ways.
struct VerdictComparison {
  let makeClient: (EventLoop) -> any ClientUnderTest

  /// Every third case that the client can be played, as all of them take half a minute.
  func cases() throws -> [Case] {
    let abilities = makeClient(EventLoop()).identity.abilities
    return try CatalogueFixture.cases().enumerated().filter { $0.offset % 3 == 0 }
      .map(\.element).filter { $0.needs.allSatisfy(abilities.contains) }
  }

  /// Compares them by the ids of the cases; `different` has the reasons for scenarios that come to
  /// other verdicts.
  func compare(
    _ old: [CasePlan], _ oldWay: String, with new: [CasePlan], _ newWay: String,
    different: [String: String]
  ) {
    let found = verdicts(new)
    for (id, verdict) in verdicts(old) where found[id] != verdict {
      if different[String(id.prefix { $0 != "[" })] != nil { continue }
      Issue.record(
        "\(id): \(verdict) \(oldWay), \(found[id].map(\.rawValue) ?? "nothing") \(newWay)")
    }
  }

  private func verdicts(_ plans: [CasePlan]) -> [String: Verdict] {
    let loop = EventLoop()
    let player = CasePlayer(loop: loop, client: makeClient(loop), timeout: 2_000)
    defer { player.stop() }
    var verdicts: [String: Verdict] = [:]
    for plan in plans where plan.problems.isEmpty && plan.skipReason == nil {
      verdicts[plan.played.id] = player.play(plan).judged().verdict
    }
    return verdicts
  }
}
