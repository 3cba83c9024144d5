// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import TestThreads
import Testing

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts

/// Each failure has one cause, the gravest, and it is the same for all cases that fail so.
@Suite(.onOwnThreads) struct FailureCauseTests {
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
      _ = $0.send("GET", "/elsewhere")
      return .response(ClientResponse(status: 200))
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

  private static let twoTargets = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
    """

  /// A Digest that is sent again as it was, or with its count only, to a target.
  private func again(_ target: Octets, isWhole: Bool) throws -> CaseResult {
    try Rehearsal.result(Self.twoTargets) {
      let draft = DigestDraft($0.send())
      $0.send("GET", "/", [("Authorization", draft.value)])
      let second = isWhole ? draft : draft.with { $0.uri = target }
      return .response($0.send("GET", "\(target)", [("Authorization", second.value)]))
    }
  }

  @Test func fieldSentAgainForAnotherTargetHasTheWrongURI() throws {
    let copied = try again("/elsewhere", isWhole: true)
    #expect(copied.invariant("nonce-count") == .fail)
    #expect(cause(copied) == "uri")
    // The count alone is wrong where the URI is right.
    #expect(cause(try again("/elsewhere", isWhole: false)) == "rule.nonce-count")
    #expect(cause(try again("/", isWhole: true)) == "rule.nonce-count")
  }

  @Test func responseInPlaceOfAnErrorIsToldByItsRule() throws {
    let text =
      "requirements: [R108]\n"
      + Self.digest.replacing("client: { status: 200 }", with: "client: { error: any }")
    let delivered = try Rehearsal.result(text) { $0.login { DigestDraft($0).value } }
    #expect(cause(delivered) == "report.R108")
    // Another error than there was is one of no rule.
    let refused = try Rehearsal.result(Self.digest) { caller in
      _ = caller.login { DigestDraft($0).value }
      return .failure(ClientFailure(kind: .timeout, message: ""))
    }
    #expect(cause(refused) == "report")
  }

  @Test func crashIsGraverThanWhatItLeavesOut() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.send()
      return .crashed("signal 11")
    }
    #expect(cause(result) == "crash")
  }

  @Test(
    "An internal error with a name has a cause of its own",
    arguments: [
      ("builtins.KeyError: 'realm'", "internal-error.KeyError.realm"),
      ("builtins.UnicodeEncodeError: 'latin-1' codec", "internal-error.UnicodeEncodeError"),
      (
        "java.lang.RuntimeException: java.lang.IllegalArgumentException: invalid start or end",
        "internal-error.IllegalArgumentException"
      ),
      ("java.lang.NullPointerException", "internal-error.NullPointerException"),
      ("NoMethodError: undefined method `scan' for nil:NilClass", "internal-error.NoMethodError"),
      ("map::at", "internal-error.map::at"),
      ("RuntimeError: Forbidden: 'x'", "internal-error.RuntimeError"),
      ("Can't use an undefined value", "internal-error"), ("oh: no", "internal-error"),
      ("KeyError: 'two words'", "internal-error.KeyError"), ("", "internal-error"),
      (String(repeating: "N", count: 61), "internal-error"),
    ])
  func internalError(_ message: String, _ id: String) throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.send()
      return .failure(ClientFailure(kind: .internal, message: message))
    }
    #expect(cause(result) == id)
    #expect(FailureCause(id: id)?.id == id)
  }

  @Test func hang() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.send()
      return .hung()
    }
    #expect(cause(result) == "hang")
  }

  @Test func hangSaysHowLongItWasWaitedFor() throws {
    let result = try Rehearsal.result(Self.digest, timeout: 20) { _ in nil }
    #expect(
      result["1.client.outcome"]?.finding?.observed
        == "the client did not come to an end in the 2020 ms that authspec waited; "
        + "a time limit of the client's own must be shorter")
    #expect(result.rule("client-is-sound") == "R422 robust")
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
