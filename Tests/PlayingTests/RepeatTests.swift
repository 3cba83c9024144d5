// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Requests that a client repeats without credentials, or because they were never answered.
@Suite(.onOwnThreads) struct RepeatTests {
  static let refused = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ reply: challenge, with: basic }]
        expect:
          origin: [{ credentials: none, replied: challenge }]
          client: { status: 401 }
    """

  @Test(arguments: [1, 2, 5])
  func idleRepeatsAreNoted(count: Int) throws {
    let result = try Rehearsal.result(Self.refused) { caller in
      for _ in 0..<count { caller.send() }
      return .response(caller.send())
    }
    #expect(result.verdict("1.origin.exchanges") == .pass)
    #expect(result.verdict("1.origin.repeats") == .note)
    #expect(
      result["1.origin.repeats"]?.finding?.observed
        == (count == 1 ? "one such request" : "\(count) such requests"))
    #expect(result.verdict == .pass)
  }

  @Test func withoutARepeatNothingIsNoted() throws {
    let result = try Rehearsal.result(Self.refused) { .response($0.send()) }
    #expect(result.verdict("1.origin.repeats") == nil)
  }

  @Test func aRepeatOfAnotherRequestOrWithCredentialsIsNoIdleOne() throws {
    let other = try Rehearsal.result(Self.refused) { caller in
      caller.send()
      return .response(caller.send("GET", "/other"))
    }
    #expect(other.verdict("1.origin.exchanges") == .fail)
    let credentials = try Rehearsal.result(Self.refused) { caller in
      caller.send()
      return .response(caller.send("GET", "/", [("Authorization", basic())]))
    }
    #expect(credentials.verdict("1.origin.exchanges") == .fail)
    // Some repeats do not hide what comes behind them.
    let both = try Rehearsal.result(Self.refused) { caller in
      caller.send()
      caller.send()
      return .response(caller.send("GET", "/", [("Authorization", basic())]))
    }
    #expect(both.verdict("1.origin.exchanges") == .fail)
    #expect(
      both["1.origin.exchanges"]?.finding?.expected == "request 2 to origin: no further request")
  }

  @Test func anAcceptedRequestAgainIsNoIdleRepeat() throws {
    let text = """
      steps:
        - request: {}
          expect: { origin: [{ replied: 200 }] }
      """
    let result = try Rehearsal.result(text) { caller in
      caller.send()
      return .response(caller.send())
    }
    #expect(result.verdict("1.origin.exchanges") == .fail)
  }

  static let redirected = """
    steps:
      - request: { method: M }
        origin:
          - { when: { path: /there }, reply: 200 }
          - { reply: redirect, path: /there }
        expect:
          origin: [{ replied: 302 }, { path: /there, replied: 200 }]
          client: { status: 200 }
    """

  /// A redirected request may be sent twice before the client follows, if its method is idempotent.
  @Test(arguments: ["GET", "PUT", "POST"])
  func aRedirectedRequestAgain(method: String) throws {
    let text = Self.redirected.replacing("method: M", with: "method: \(method)")
    let result = try Rehearsal.result(text) { caller in
      caller.send(method)
      caller.send(method)
      return .response(caller.send("GET", "/there"))
    }
    #expect(result.verdict("1.origin.exchanges") == (method == "POST" ? .fail : .pass))
    let followed = try Rehearsal.result(text) { caller in
      caller.send(method)
      caller.send("GET", "/there")
      return .response(caller.send(method))
    }
    #expect(followed.verdict("1.origin.exchanges") == .fail)
  }

  /// A client that follows a redirect to the same target repeats nothing idly.
  @Test(arguments: [302, 401])
  func aLoopOfRedirectsIsNoIdleRepeat(status: Int) throws {
    let reply = status == 302 ? "{ reply: redirect, path: / }" : "{ reply: challenge, with: basic }"
    let text = """
      steps:
        - request: {}
          origin: [\(reply)]
          expect: { origin: [{ replied: \(status), repeat: 1..3 }] }
      """
    let result = try Rehearsal.result(text) { caller in
      for _ in 0..<5 { caller.send() }
      return .response(caller.send())
    }
    #expect(result.verdict("1.origin.exchanges") == (status == 302 ? .fail : .pass))
  }

  static let lost = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin:
          - { when: { credentials: valid }, times: 1, reply: nothing, connection: reset }
          - { protect: digest }
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: 200 }
    """

  /// The lost request is sent again as it was, or with the next count.
  @Test(arguments: ["00000001", "00000002"])
  func whatWasNeverAnsweredMayBeSentAgain(nc: String) throws {
    let result = try Rehearsal.result(Self.lost) { caller in
      let draft = DigestDraft(caller.send())
      caller.send("GET", "/", [("Authorization", draft.value)])
      return .response(
        caller.send("GET", "/", [("Authorization", draft.with { $0.nc = Octets(nc) }.value)]))
    }
    #expect(result.complaints == [])
    #expect(result.invariant("nonce-count") == .pass)
  }

  @Test func whatWasNeverAnsweredIsNotSentAgainWithOtherCredentials() throws {
    let result = try Rehearsal.result(Self.lost) { caller in
      let draft = DigestDraft(caller.send())
      caller.send("GET", "/", [("Authorization", draft.value)])
      return .response(caller.send("GET", "/", [("Authorization", basic())]))
    }
    #expect(result.verdict("1.origin.exchanges") == .fail)
  }
}
