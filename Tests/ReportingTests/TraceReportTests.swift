// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("Trace")
struct TraceReportTests {
  private func text(_ result: CaseResult) -> String {
    TraceReport.lines(of: result).map { $0.text + "\n" }.joined()
  }

  @Test("A trace tells what went over the wire, and when")
  func trace() {
    let text = text(Sample.result(0, "digest/fail", .fail))
    #expect(
      text == """
        === digest/fail  fail
            server 1 origin: origin at 127.0.0.1:4012, wire
             0.500  #1  open to origin
             1.000  #1  -> origin, step 1
                          GET /report HTTP/1.1
                          Host: 127.0.0.1:4012
             1.200  #1  <- origin
                          HTTP/1.1 401
                          WWW-Authenticate: Digest realm="vault", nonce="n-1", qop="auth"
                          
                          no
             2.000  #1  -> origin, step 1
                          GET /report HTTP/1.1
                          Host: 127.0.0.1:4012
                          Authorization: Digest username="alice", realm="vault", nonce="n-1", uri="/x", nc=00000002, response="6629"
             2.200  #1  <- origin
                          HTTP/1.1 200
                          
                          no
            step 1: GET http://127.0.0.1:4012/report = 200

        """)
  }

  @Test("Every octet is shown and none is sent to the terminal as it is")
  func everyOctet() {
    let octets = Octets((0...255).map { UInt8($0) })
    var exchange = Sample.exchange(octets, status: 401, challenge: octets)
    exchange.body = octets
    exchange.reply?.content = .raw(octets)
    let text = text(Sample.result(0, "fuzz/x", .fail, play: Sample.play([exchange])))
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(Visible.isPlain(scalar))
    }
    for octet in 0..<32 {
      let digits = String(octet, radix: 16)
      #expect(text.contains("\\x" + (octet < 16 ? "0" : "") + digits))
    }
    #expect(text.contains("\\xff"))
  }

  @Test("Long values are abridged, with their length")
  func long() {
    let octets = Octets(Array(repeating: UInt8(ascii: "a"), count: 33_000))
    let text = text(
      Sample.result(0, "x", .fail, play: Sample.play([Sample.exchange(octets, status: 200)])))
    #expect(text.contains("aaa… (33000 octets)"))
    #expect(text.utf8.count < 3_000)
  }

  @Test("A case that was not played says why")
  func skipped() {
    let result = Sample.result(0, "x", .skipped, play: nil, reason: "no bearer")
    #expect(text(result) == "=== x  skip\n    no bearer\n")
  }
}
