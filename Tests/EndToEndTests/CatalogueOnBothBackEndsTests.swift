// SPDX-License-Identifier: Apache-2.0

import Clients
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Foundation
import Testing

/// The whole catalogue, played to libcurl: what comes of it depends on nothing but the client.
@Suite(.serialized) struct CatalogueOnBothBackEndsTests {
  /// The catalogue as the wire server plays it, one case at a time: played once, for all tests.
  private struct Played {
    /// The verdicts of each case's checks.
    var verdicts: [String: [String: Verdict]] = [:]
    /// The cases in which judging the same transcript again, or beside that of another case, comes
    /// to something else.
    var judgedOtherwise: [String] = []

    init(_ cases: [Case]) {
      var before: PlayedCase?
      CatalogueFixture.play(cases, backEnd: .wire) { played in
        let plan = played.plan
        let first = played.judged()
        let again = CaseJudge.judge(plan.expectations, played.transcript)
        let beside = CaseJudge.judge([before ?? played, played].map { $0.subject(index: 0) })
        before = played
        verdicts[plan.played.id] = CatalogueFixture.verdicts(first)
        if !([again] + beside.suffix(1)).allSatisfy({ Played.isSame($0, first) }) {
          judgedOtherwise.append(plan.played.id)
        }
      }
    }

    private static func isSame(_ result: CaseResult, _ other: CaseResult) -> Bool {
      result.verdict == other.verdict
        && result.checks.map(\.descriptor.id) == other.checks.map(\.descriptor.id)
        && result.checks.map(\.verdict) == other.checks.map(\.verdict)
        && result.checks.map(\.finding) == other.checks.map(\.finding)
    }
  }

  private static let first = Result { Played(try CatalogueFixture.cases()) }

  @Test func everyCaseIsOneOfItsOwn() throws {
    let cases = try CatalogueFixture.cases()
    #expect(!cases.isEmpty)
    #expect(Set(cases.map(\.id)).count == cases.count)
  }

  /// A back end is the harness's own business.
  @Test func bothBackEndsComeToTheSameVerdicts() throws {
    let wire = try CatalogueOnBothBackEndsTests.first.get().verdicts
    var count = 0
    CatalogueFixture.play(try CatalogueFixture.cases(), backEnd: .microhttpd) { played in
      let id = played.plan.played.id
      count += 1
      #expect(CatalogueFixture.verdicts(played.judged()) == wire[id], "\(id)")
    }
    // Not everything can be played by libmicrohttpd, but a good part can.
    #expect(count * 3 > wire.count)
  }

  /// The judge's reading of a recording is the script's reading of the requests as they came.
  @Test func judgingAgainComesToTheSame() throws {
    #expect(try CatalogueOnBothBackEndsTests.first.get().judgedOtherwise == [])
  }

  /// The same client, the same verdicts, check for check: one case of each scenario, as several
  /// workers play all of them below; all of them 50 times with AUTHSPEC_TEST_LONG set.
  @Test func playingAgainComesToTheSame() throws {
    let first = try CatalogueOnBothBackEndsTests.first.get().verdicts
    let isLong = ProcessInfo.processInfo.environment["AUTHSPEC_TEST_LONG"] != nil
    var seen: Set<String> = []
    let cases = try CatalogueFixture.cases().filter {
      seen.insert($0.scenario.id).inserted || isLong
    }
    for round in 0..<(isLong ? 50 : 1) {
      CatalogueFixture.play(cases) { played in
        let result = played.judged()
        let id = played.plan.played.id
        #expect(
          CatalogueFixture.verdicts(result) == first[id],
          "\(id), round \(round): \(result.checks.filter { $0.verdict != first[id]?[$0.descriptor.id] })"
        )
      }
    }
  }

  /// Several workers come to the same as one, in the same order.
  @Test func severalWorkersComeToTheSame() throws {
    let one = try CatalogueOnBothBackEndsTests.first.get().verdicts
    let cases = try CatalogueFixture.cases()
    var options = RunOptions()
    options.jobs = 2
    var two: [String] = []
    // A busy machine can make a case come out differently; playing it again shows that.
    var flaky: [String] = []
    let run = Run(plans: cases.planned(), options: options, expected: nil) {
      LibcurlClient(loop: $0)
    }
    run.perform(interruption: Interruption()) { event in
      guard case .caseFinished(let result) = event else { return }
      let id = result.played.id
      two.append(id)
      if result.flakiness != nil {
        flaky.append(id)
      } else if let wanted = one[id] {
        #expect(CatalogueFixture.verdicts(result) == wanted, "\(id) \(result.reason ?? "")")
      } else {
        #expect(result.verdict == .skipped, "\(id)")
      }
    }
    #expect(two == cases.map(\.id))
    #expect(flaky.count * 100 < cases.count, "\(flaky)")
  }
}
