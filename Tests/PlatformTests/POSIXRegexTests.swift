// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Platform
import Testing

@Suite struct POSIXRegexTests {
  private func last(_ pattern: String, _ text: String) throws -> Octets? {
    try POSIXRegex(pattern).lastMatch(in: Array(text.utf8))
  }

  @Test func theLastMatchCounts() throws {
    #expect(try last("^  HTTP/[0-9.]+ ([0-9]{3})", "  HTTP/1.1 401 a\n  HTTP/1.1 200 b\n") == "200")
    #expect(try last("[0-9]+", "1 22 333") == "333")
    #expect(try last("^b$", "a\nb\nc") == "b")
    #expect(try last("^b", "ab") == nil)
    #expect(try last("^a", "aaa\na") == "a")
    #expect(try last("x*", "") == "")
    #expect(try last("(x)|y", "x y") == "y")
  }

  @Test func textBehindNULIsMatched() throws {
    #expect(try last("a", "\u{0}a") == "a")
    #expect(try last("^HTTP ([0-9]+)", "HTTP 401\n\u{0}\nHTTP 200\n") == "200")
    #expect(try last("^[^b]+$", "b\na\u{0}a") == "a\u{0}a")
  }

  @Test func aLongTextIsSearchedInPieces() throws {
    let line = "status 200\n"
    let many = String(repeating: line, count: 200_000)
    #expect(try last("^status ([0-9]+)$", many + "status 404\n" + many) == "200")
    #expect(try last("^status (4[0-9]+)$", many + "status 404\n" + many) == "404")
    #expect(try POSIXRegex("^status ([45][0-9]+)$").firstMatch(in: Array(many.utf8)) == nil)
    // A line is not cut unless it is very long.
    let long = String(repeating: "x", count: 100_000) + " 7"
    #expect(try last("^x+ ([0-9])$", many + long + "\n" + many) == "7")
    let found = try POSIXRegex("^status ([45][0-9]+)$").firstMatch(
      in: Array((many + "status 404\n" + many + "status 500\n").utf8))
    #expect(found == "404")
    // The ends of pieces are no ends of lines.
    #expect(try last("^$", many + many + "x") == nil)
    #expect(try last("^x*(y)", String(repeating: "x", count: 3 << 20) + "y") == nil)
    #expect(try last("y$", String(repeating: "y", count: 3 << 20) + "x") == nil)
  }

  @Test func whatIsNoPatternIsSaid() {
    #expect(POSIXRegex.syntaxError(in: "(") != nil)
    #expect(POSIXRegex.syntaxError(in: "[a-") != nil)
    #expect(POSIXRegex.syntaxError(in: "a\u{0}") != nil)
    #expect(POSIXRegex.syntaxError(in: "^(a|b)+$") == nil)
  }
}
