// SPDX-License-Identifier: Apache-2.0

import Clients
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Foundation
import Testing

/// The repository's own scenarios, and libcurl to play them to.
enum CatalogueFixture {
  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The catalogue, read once for all tests: that takes seconds.
  static let catalogue = Result { try Catalogue([], in: root.appending(path: "Scenarios").path) }

  /// Every case of every scenario.
  static func cases() throws -> [Case] {
    let catalogue = try catalogue.get()
    try #require(catalogue.isValid, "\(catalogue.diagnostics) \(catalogue.unreadable)")
    return catalogue.cases
  }

  /// Plays all cases on one loop, and hands each plan and play over.
  static func play(
    _ cases: [Case], backEnd: BackEnd? = nil, each: (PlayedCase) -> Void
  ) {
    let loop = EventLoop()
    let client = LibcurlClient(loop: loop)
    let abilities = Abilities.presumed(of: client.identity.abilities)
    let player = CasePlayer(loop: loop, client: client, timeout: 2_000)
    for played in cases where played.needs.allSatisfy(abilities.contains) {
      let plan = CasePlan(played, backEnd: backEnd)
      guard plan.problems.isEmpty else { continue }
      each(player.play(plan))
    }
    player.stop()
  }

  /// The verdicts of a case's checks, by their ids, and of the whole.
  static func verdicts(_ result: CaseResult) -> [String: Verdict] {
    var verdicts = Dictionary(
      result.checks.map { ($0.descriptor.id, $0.verdict) }, uniquingKeysWith: max)
    verdicts["case"] = result.verdict
    return verdicts
  }
}
