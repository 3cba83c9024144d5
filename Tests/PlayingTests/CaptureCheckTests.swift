// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// A value of one request compared with that of a later one.
@Suite(.onOwnThreads) struct CaptureCheckTests {
  /// Two steps; the second asks something of what the first has kept.
  static func result(_ first: String, _ second: String, _ values: [Octets?]) throws -> CaseResult {
    try Rehearsal.result(
      """
      steps:
        - request: {}
          expect: { origin: [{ header: { X-Value: \(first) } }] }
        - request: {}
          expect: { origin: [{ header: { X-Value: \(second) } }] }
      """
    ) { caller in
      let value = values[caller.step]
      return .response(caller.send("GET", "/", value.map { [("X-Value", $0)] } ?? []))
    }
  }

  private let id = "2.origin.1.header.x-value"

  @Test func captured() throws {
    let (keep, compare) = ("{ capture: v }", "{ captured: v }")
    #expect(try Self.result(keep, compare, ["a", "a"]).verdict(id) == .pass)
    let other = try Self.result(keep, compare, ["a", "b"])
    #expect(other.verdict(id) == .fail)
    #expect(
      other[id]?.finding
        == Finding(
          expected: "X-Value as it was before (v)", observed: "X-Value: “b”", exchange: 1))
    #expect(try Self.result(keep, compare, ["a", nil]).verdict(id) == .fail)
  }

  @Test func notCaptured() throws {
    let (keep, compare) = ("{ capture: v }", "{ not-captured: v }")
    #expect(try Self.result(keep, compare, ["a", "b"]).verdict(id) == .pass)
    #expect(try Self.result(keep, compare, ["a", "a"]).verdict(id) == .fail)
    #expect(try Self.result(keep, compare, ["a", nil]).verdict(id) == .fail)
  }

  /// What is to be kept must be there; what was not kept cannot be compared with.
  @Test func nothingKept() throws {
    for compare in ["{ captured: v }", "{ not-captured: v }"] {
      let result = try Self.result("{ capture: v }", compare, [nil, "a"])
      #expect(result.verdict("1.origin.1.header.x-value") == .fail)
      #expect(result.verdict(id) == .inconclusive)
    }
  }

  /// A name may hold several values.
  @Test func severalValues() throws {
    func result(_ values: [Octets]) throws -> CaseResult {
      try Rehearsal.result(
        """
        steps:
          - request: {}
            expect:
              origin:
                - { repeat: 2, header: { X-Value: { capture: v } } }
                - { header: { X-Value: { not-captured: v } } }
              never: [{ header: { X-Value: { captured: v }, X-Late: present } }]
        """
      ) { caller in
        var last = ClientResponse(status: nil)
        for (place, value) in values.enumerated() {
          let late: [(String, Octets)] = place == 2 ? [("X-Late", "yes")] : []
          last = caller.send("GET", "/", [("X-Value", value)] + late)
        }
        return .response(last)
      }
    }
    let right = try result(["a", "b", "c"])
    #expect(right.verdict("1.origin.2.header.x-value") == .pass)
    #expect(right.verdict("1.never.1") == .pass)
    for last: Octets in ["a", "b"] {
      let wrong = try result(["a", "b", last])
      #expect(wrong.verdict("1.origin.2.header.x-value") == .fail)
      #expect(wrong.verdict("1.never.1") == .fail)
    }
  }
}
