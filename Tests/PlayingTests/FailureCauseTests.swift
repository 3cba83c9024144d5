// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts

/// Each failure has one cause, the gravest, and it is the same for all cases that fail so.
@Suite struct FailureCauseTests {
  private static let digest = SequenceCheckTests.digest

  private func cause(_ result: CaseResult) -> String? {
    var grouping = FailureGrouping()
    return grouping.take(result)?.id
  }

  @Test func goodCaseHasNone() throws {
    let result = try Rehearsal.result(Self.digest) { $0.login { DigestDraft($0).value } }
    #expect(cause(result) == nil)
    var grouping = FailureGrouping()
    grouping.take(result)
    #expect(grouping.sorted.isEmpty)
  }

  @Test func unansweredChallenge() throws {
    let result = try Rehearsal.result(Self.digest) { .response($0.send()) }
    #expect(cause(result) == "challenge-unanswered")
  }

  @Test func missingCredentials() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.send()
      return .response($0.send("GET", "/elsewhere"))
    }
    #expect(cause(result) == "credentials-missing")
  }

  @Test func knownMistake() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.login {
        var draft = DigestDraft($0)
        draft.uri = "/elsewhere"
        return draft.value
      }
    }
    #expect(cause(result) == "uri")
  }

  @Test func crashIsGraverThanWhatItLeavesOut() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.send()
      return .crashed("signal 11")
    }
    #expect(cause(result) == "crash")
  }

  @Test func hang() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.send()
      return .hung()
    }
    #expect(cause(result) == "hang")
  }

  @Test func nothingIsLostOfManyCases() throws {
    var grouping = FailureGrouping()
    let silent = try Rehearsal.result(Self.digest) { .response($0.send()) }
    for _ in 0..<3 { grouping.take(silent) }
    grouping.take(
      try Rehearsal.result(Self.digest) {
        $0.send()
        return .crashed("signal 11")
      })
    #expect(grouping.sorted.map(\.cause.id) == ["crash", "challenge-unanswered"])
    #expect(grouping.sorted.map(\.cases.count) == [1, 3])
  }
}
