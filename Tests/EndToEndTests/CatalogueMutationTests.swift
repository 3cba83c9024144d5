// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Foundation
import TestThreads
import Testing

/// A check that nothing can trip is a defect of the suite.
@Suite(.onOwnThreads) struct CatalogueMutationTests {
  /// Checks that need a fault of the client to be tripped, as in the self-test: no change of one
  /// recording does.
  static let needsAFault: Set<String> = [
    "challenge/control-octets-never-come-back 1.origin.exchanges",
    "challenge/look-alikes-of-scheme-names-are-unknown 1.origin.exchanges",
    "challenge/only-unknown-schemes 1.origin.exchanges",
    "challenge/wrong-field-is-not-acted-on 1.origin.exchanges",
    "digest/nonce-count-rises 1.origin.2.nc",
    "digest/session-key-is-made-once invariant.session-key",
    "headers/callers-authorization-wins-over-given-credentials 1.never.1",
    "headers/callers-line-for-one-side-leaves-the-other-to-the-client invariant.well-formed",
    "ntlm/fixed-octets-of-the-response 1.never.1",
    "ntlm/fixed-octets-of-the-response 1.never.2",
    "ntlm/names-are-encoded-as-the-flags-say 1.never.1",
    "ntlm/names-are-encoded-as-the-flags-say 1.never.2",
    "ntlm/redirect-after-the-login 1.never.1",
    "redirect/challenge-of-the-target-is-not-answered-with-the-first-login 1.other.exchanges",
    "userinfo/userinfo-never-travels-in-the-open 1.origin.exchanges",
    "userinfo/userinfo-stays-out-of-the-request-line 1.origin.1.target",
  ]

  /// Every check that passes is broken by something that a client could have done otherwise.
  ///
  /// Of a scenario's cases the first is taken, as they differ in values only; all with
  /// AUTHSPEC_TEST_LONG set.
  @Test func everyCheckCanBeTripped() throws {
    let isLong = ProcessInfo.processInfo.environment["AUTHSPEC_TEST_LONG"] != nil
    var seen: Set<String> = []
    let cases = try CatalogueFixture.cases().filter {
      seen.insert($0.scenario.id).inserted || isLong
    }
    var untripped: [String: [String]] = [:]
    var checks = 0
    CatalogueFixture.play(cases) { played in
      let (plan, play) = (played.plan, played.transcript)
      let result = played.judged()
      var passing = Set(result.checks.filter { $0.verdict == .pass }.map(\.descriptor.id))
      checks += passing.count
      CatalogueMutation(plan: plan, play: play).forEach { mutated in
        guard !passing.isEmpty else { return }
        // A check that is no longer made, or that comes to nothing, is not one that was broken.
        for check in CaseJudge.judge(plan.expectations, mutated()).checks {
          if check.verdict.isBreak { passing.remove(check.descriptor.id) }
        }
      }
      // A detail may be what makes credentials right: then its list is broken with it.
      let mutation = CatalogueMutation(plan: plan, play: play)
      mutation.forEachDetail { id, list, mutated in
        if !passing.contains(id), !passing.contains(list) { return }
        let again = CaseJudge.judge(plan.expectations, mutated()).checks
        func isBroken(_ id: String) -> Bool {
          again.contains { $0.descriptor.id == id && $0.verdict.isBreak }
        }
        if isBroken(id) || isBroken(list) { passing.remove(id) }
      }
      for id in passing where !Self.needsAFault.contains("\(plan.played.scenario.id) \(id)") {
        untripped[id, default: []].append(plan.played.id)
      }
    }
    #expect(checks > 0)
    for (id, cases) in untripped.sorted(by: { $0.key < $1.key }) {
      Issue.record("nothing trips \(id) in \(cases.joined(separator: " "))")
    }
  }
}

extension Verdict {
  /// What a check that passed comes to when it is broken, at any level.
  fileprivate var isBreak: Bool {
    switch self {
    case .pass, .inconclusive, .skipped: false
    case .note, .warn, .fail, .timeout, .crash, .error: true
    }
  }
}
