// SPDX-License-Identifier: Apache-2.0

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// The order of requests over all servers.
@Suite(.onOwnThreads) struct OrderCheckTests {
  static func check(_ order: String, _ requests: [(String, String)]) throws -> Check? {
    try Rehearsal.result(
      """
      servers: { other: {} }
      steps:
        - request: {}
          origin: [{ when: { path: /gone }, reply: 404 }]
          expect: { order: [\(order)] }
      """
    ) { caller in
      for (server, path) in requests { caller.send("GET", path, to: server) }
      return .response(ClientResponse(status: 200))
    }["1.order"]
  }

  private let order =
    "{ server: origin, path: /a }, { server: other, path: /b }, { server: origin, path: /gone, replied: 404 }"

  @Test func inOrder() throws {
    let right = [("origin", "/a"), ("other", "/b"), ("origin", "/gone")]
    #expect(try Self.check(order, right)?.verdict == .pass)
    let others = [("other", "/b"), ("origin", "/a"), ("origin", "/x")] + right.dropFirst()
    #expect(try Self.check(order, others)?.verdict == .pass)
  }

  @Test func outOfOrder() throws {
    let turned = try Self.check(order, [("other", "/b"), ("origin", "/a"), ("origin", "/gone")])
    #expect(turned?.verdict == .fail)
    #expect(turned?.finding?.observed == "no such request")
    #expect(turned?.finding?.expected.hasPrefix("number 2 of the order: ") ?? false)
    #expect(turned?.finding?.exchange == 1)
    let elsewhere = try Self.check(
      order, [("origin", "/a"), ("origin", "/b"), ("origin", "/gone")])
    #expect(elsewhere?.verdict == .fail)
  }

  @Test func whatIsMissingIsOutOfOrder() throws {
    #expect(try Self.check(order, [])?.verdict == .fail)
    #expect(try Self.check(order, [("origin", "/a"), ("other", "/b")])?.verdict == .fail)
  }

  @Test func aRequestComesOnce() throws {
    let twice = "{ path: /a }, { path: /a }"
    #expect(try Self.check(twice, [("origin", "/a")])?.verdict == .fail)
    #expect(try Self.check(twice, [("origin", "/a"), ("other", "/a")])?.verdict == .pass)
  }
}
