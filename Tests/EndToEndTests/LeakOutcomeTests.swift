// SPDX-License-Identifier: Apache-2.0

import TranscriptEditing
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// A leak that had no occasion is not shown to be absent.
@Suite(.onOwnThreads) struct LeakOutcomeTests {
  /// Scenarios in which the other server need not be asked, as refusing to go there is right as
  /// well.
  static let refusals: Set<String> = [
    "netrc/url-that-looks-like-another-host-gets-no-entry",
    "redirect/userinfo-in-location-is-not-used",
    "redirect/userinfo-in-location-lends-no-login",
  ]

  @Test func noScenarioOfALeakPassesWhereTheSecretHadNoOccasion() throws {
    let cases = try CatalogueFixture.cases().filter { played in
      played.scenario.tags.contains { $0 == "leak" || Leak.isTag($0) }
    }
    var passed: [String] = []
    var judged = 0
    CatalogueFixture.play(cases) { played in
      let (plan, play) = (played.plan, played.transcript)
      guard played.judged().verdict == .pass else { return }
      judged += 1
      for (name, kept) in LeakOutcomeTests.curtailed(play) {
        let curtailed = play.changed { $0.recording.exchanges = kept }
        guard CaseJudge.judge(plan.expectations, curtailed).verdict == .pass else { continue }
        if name == "without a stranger", Self.refusals.contains(plan.played.scenario.id) {
          continue
        }
        passed.append("\(plan.played.id) \(name)")
      }
    }
    #expect(judged > 200)
    #expect(passed == [])
  }

  /// What is left of a play where nobody was asked, and where none was asked but the first origin
  /// and the first proxy.
  private static func curtailed(
    _ play: Transcript
  ) -> [(name: String, exchanges: [Recording.Exchange])] {
    let known = play.recording.exchanges.filter {
      ["origin", "proxy"].contains(play.recording.servers[$0.server].configuration.name)
    }
    // A server that is refused gets no request in the first place; its handshake is the occasion.
    let isRefused = play.recording.exchanges.isEmpty && !play.recording.handshakes.isEmpty
    var ways: [(String, [Recording.Exchange])] = isRefused ? [] : [("without any request", [])]
    if known.count < play.recording.exchanges.count { ways.append(("without a stranger", known)) }
    return ways
  }
}
