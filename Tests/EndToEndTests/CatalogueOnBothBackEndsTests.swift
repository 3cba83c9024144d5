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
  @Test func everyCaseIsOneOfItsOwn() throws {
    let cases = try CatalogueFixture.cases()
    #expect(!cases.isEmpty)
    #expect(Set(cases.map(\.id)).count == cases.count)
  }

  /// A back end is the harness's own business.
  @Test func bothBackEndsComeToTheSameVerdicts() throws {
    let cases = try CatalogueFixture.cases()
    func verdicts(_ backEnd: BackEnd) -> [String: [String: Verdict]] {
      var all: [String: [String: Verdict]] = [:]
      CatalogueFixture.play(cases, backEnd: backEnd) { played in
        all[played.plan.played.id] = CatalogueFixture.verdicts(played.judged())
      }
      return all
    }
    let wire = verdicts(.wire)
    let microhttpd = verdicts(.microhttpd)
    // Not everything can be played by libmicrohttpd, but a good part can.
    #expect(microhttpd.count * 3 > wire.count)
    for (id, own) in microhttpd.sorted(by: { $0.key < $1.key }) {
      #expect(own == wire[id], "\(id)")
    }
  }

  /// The judge's reading of a recording is the script's reading of the requests as they came.
  @Test func judgingAgainComesToTheSame() throws {
    var count = 0
    CatalogueFixture.play(try CatalogueFixture.cases()) { played in
      let plan = played.plan
      count += 1
      let first = played.judged()
      let again = CaseJudge.judge(plan.expectations, played.transcript)
      #expect(
        CatalogueFixture.verdicts(first) == CatalogueFixture.verdicts(again), "\(plan.played.id)")
      #expect(
        first.checks.map(\.finding) == again.checks.map(\.finding), "\(plan.played.id)")
      #expect(first.checks.map(\.descriptor.id) == again.checks.map(\.descriptor.id))
    }
    #expect(count > 0)
  }

  /// The same client, the same verdicts, check for check; 50 times with AUTHSPEC_TEST_LONG set.
  @Test func playingAgainComesToTheSame() throws {
    let cases = try CatalogueFixture.cases()
    let isLong = ProcessInfo.processInfo.environment["AUTHSPEC_TEST_LONG"] != nil
    var first: [String: [String: Verdict]] = [:]
    for round in 0..<(isLong ? 50 : 3) {
      CatalogueFixture.play(cases) { played in
        let result = played.judged()
        let verdicts = CatalogueFixture.verdicts(result)
        let id = played.plan.played.id
        if round == 0 { first[id] = verdicts }
        #expect(
          first[id] == verdicts,
          "\(id), round \(round): \(result.checks.filter { $0.verdict != first[id]?[$0.descriptor.id] })"
        )
      }
    }
  }

  /// Several workers come to the same as one, in the same order.
  @Test func severalWorkersComeToTheSame() throws {
    let cases = try CatalogueFixture.cases()
    func verdicts(jobs: Int) -> [(String, [String: Verdict])] {
      var options = RunOptions()
      options.jobs = jobs
      var all: [(String, [String: Verdict])] = []
      let run = Run(plans: cases.planned(), options: options, expected: nil) {
        LibcurlClient(loop: $0)
      }
      run.perform(interruption: Interruption()) { event in
        guard case .caseFinished(let result) = event else { return }
        all.append((result.played.id, CatalogueFixture.verdicts(result)))
      }
      return all
    }
    let one = verdicts(jobs: 1)
    let two = verdicts(jobs: 2)
    #expect(one.map(\.0) == cases.map(\.id))
    #expect(two.map(\.0) == cases.map(\.id))
    for (left, right) in zip(one, two) { #expect(left.1 == right.1, "\(left.0)") }
  }
}
