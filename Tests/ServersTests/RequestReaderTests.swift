// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Servers
@testable import Transcripts
import TestThreads
import Testing

@Suite struct RequestReaderTests {
  /// All that a reader finds, in a form that can be compared.
  private func read(_ pieces: [[UInt8]]) -> [String] {
    var reader = RequestReader(headLimit: 1_000, bodyLimit: 1_000)
    var found: [String] = []
    func note() {
      for complaint in reader.complaints { found.append("! \(complaint.sentence)") }
      reader.complaints = []
    }
    for piece in pieces {
      unsafe piece.withUnsafeBytes { unsafe reader.feed($0) }
      while let step = reader.next() {
        note()
        switch step {
        case .head(let head):
          let request = head.request
          let fields = request.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
          found.append("\(request.method) \(request.target) \(request.version) \(fields)")
          found.append("raw \(head.raw)")
          if !head.hasBody { reader.startNext() }
        case .complete:
          found.append("body \(reader.body.octets)")
          reader.startNext()
        case .broken: found.append("broken")
        }
      }
      note()
    }
    if let complaint = reader.interruption { found.append("? \(complaint.sentence)") }
    return found
  }

  private func read(_ text: String) -> [String] { read([Array(text.utf8)]) }

  /// What is found without the raw heads.
  private func summary(_ text: String) -> [String] { read(text).filter { !$0.hasPrefix("raw ") } }

  @Test func `a request is read as it stands`() {
    #expect(
      read("GET /a?b HTTP/1.1\r\nHost: a\r\nx:\ty z \r\nempty:\r\n\r\n") == [
        "GET /a?b HTTP/1.1 Host=a|x=y z|empty=",
        "raw GET /a?b HTTP/1.1\\x0d\\x0aHost: a\\x0d\\x0ax:\\x09y z \\x0d\\x0aempty:\\x0d\\x0a\\x0d\\x0a",
      ])
  }

  static let complaints: [(String, [String])] = [
    (
      "\r\n\nG / HTTP/1.1\r\n\r\n", ["! There is an empty line before a request.", "G / HTTP/1.1 "]
    ),
    ("G / HTTP/1.1\na: b\n\n", ["! A line of a head ends with a bare LF.", "G / HTTP/1.1 a=b"]),
    (
      "G / HTTP/1.1\r\na: b\rc\r\n\r\n",
      ["! A line of a head holds a bare CR.", "G / HTTP/1.1 a=b\\x0dc"]
    ),
    (
      "G / HTTP/1.1\r\na: b\u{0}\r\n\r\n",
      ["! The head of a request holds NUL.", "G / HTTP/1.1 a=b\\x00"]
    ),
    (
      "G / HTTP/1.1\r\na: b\r\n  c\r\n\td \r\ne: f\r\n\r\n",
      ["! A field line is folded.", "G / HTTP/1.1 a=b c d|e=f"]
    ),
    (
      "G / HTTP/1.1\r\n a: b\r\nc\r\nd: e\r\n\r\n",
      [
        "! A line of the header section is not a field line.",
        "! A line of the header section is not a field line.", "G / HTTP/1.1 d=e",
      ]
    ),
    (
      "G / HTTP/1.1\r\na : b\r\n: c\r\n\r\n",
      [
        "! A field name is empty or is followed by white space.",
        "! A field name is empty or is followed by white space.", "G / HTTP/1.1 a =b|=c",
      ]
    ),
    (
      "G /a b HTTP/1.1\r\n\r\n",
      ["! A request-target is empty or holds white space.", "G /a b HTTP/1.1 "]
    ),
    (
      "G  HTTP/1.1\r\n\r\n",
      ["! A request-target is empty or holds white space.", "G  HTTP/1.1 "]
    ),
    ("G / HTTP/2.0\r\n\r\n", ["! The first line is not a request line.", "broken"]),
    ("G / http/1.1\r\n\r\n", ["! The first line is not a request line.", "broken"]),
    ("G /\r\n\r\n", ["! The first line is not a request line.", "broken"]),
    (" / HTTP/1.1\r\n\r\n", ["! The first line is not a request line.", "broken"]),
    (
      "G / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      [
        "! A request has both Transfer-Encoding and Content-Length.",
        "G / HTTP/1.1 Content-Length=1|Transfer-Encoding=chunked", "body ",
      ]
    ),
    (
      "G / HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 1\r\n\r\nx",
      [
        "! A request has more than one Content-Length.",
        "G / HTTP/1.1 Content-Length=1|content-length=1", "body x",
      ]
    ),
    (
      "G / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
      ["! The Content-Length of a request is not one number.", "broken"]
    ),
    (
      "G / HTTP/1.1\r\nContent-Length: +1\r\n\r\nxy",
      ["! The Content-Length of a request is not one number.", "broken"]
    ),
    (
      "G / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\nxy",
      ["! The Content-Length of a request is not one number.", "broken"]
    ),
    (
      "G / HTTP/1.1\r\nContent-Length: 1001\r\n\r\nxy",
      ["! The body of a request is longer than 1000 octets.", "broken"]
    ),
    (
      "G / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\nxy",
      ["! The last transfer coding of a request is not chunked.", "broken"]
    ),
    (
      "G / HTTP/1.1\r\nTransfer-Encoding: gzip,\tChunked \r\n\r\n0\r\n\r\n",
      [
        "! A request has a transfer coding besides chunked.",
        "G / HTTP/1.1 Transfer-Encoding=gzip,\\x09Chunked", "body ",
      ]
    ),
    (
      "G / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n",
      [
        "G / HTTP/1.1 Transfer-Encoding=chunked",
        "! A chunk of a request's body is longer than its size.", "broken",
      ]
    ),
    (
      "G / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
      [
        "G / HTTP/1.1 Transfer-Encoding=chunked", "! A chunk of a request's body has no size.",
        "broken",
      ]
    ),
    (
      "G / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n",
      [
        "G / HTTP/1.1 Transfer-Encoding=chunked",
        "! The body of a request is longer than 1000 octets.", "broken",
      ]
    ),
    ("G / HT", ["? The connection ended within the head of a request."]),
    (
      "G / HTTP/1.1\r\nContent-Length: 3\r\n\r\nx",
      [
        "G / HTTP/1.1 Content-Length=3",
        "? The connection ended 2 octets before the end of a request's body.",
      ]
    ),
    (
      "G / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx",
      [
        "G / HTTP/1.1 Transfer-Encoding=chunked",
        "? The connection ended within the chunked body of a request.",
      ]
    ),
  ]

  @Test(arguments: complaints.indices) func `what is wrong is complained of`(_ index: Int) {
    let (text, expected) = RequestReaderTests.complaints[index]
    #expect(summary(text) == expected)
  }

  @Test func `what is right is not complained of`() {
    let text =
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "A;x=\"y\"\r\n0123456789\r\n1 \r\nx\r\n00\r\nTrailer: y\r\n\r\n"
      + "PUT * HTTP/1.1\r\nContent-Length: 000\r\n\r\nGET / HTTP/1.1\r\nContent-Length: 2\r\n\r\n\r\n"
    #expect(
      summary(text) == [
        "POST / HTTP/1.0 Transfer-Encoding=chunked", "body 0123456789x",
        "PUT * HTTP/1.1 Content-Length=000", "GET / HTTP/1.1 Content-Length=2", "body \\x0d\\x0a",
      ])
  }

  @Test(arguments: complaints.indices) func `it is all the same in which pieces octets come`(
    _ index: Int
  ) {
    // Whatever comes first is a whole request, so that what follows is read out of the same memory.
    let request =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
    let octets = Array((request + RequestReaderTests.complaints[index].0).utf8)
    let whole = read([octets])
    #expect(read(octets.map { [$0] }) == whole)
    for cut in octets.indices {
      #expect(read([Array(octets[..<cut]), Array(octets[cut...])]) == whole, "cut at \(cut)")
    }
  }

  @Test func `a head past the limit is given up, ended or not`() {
    let line = "G / HTTP/1.1\r\na: " + String(repeating: "x", count: 1_000)
    let complaint = ["! The head of a request is longer than 1000 octets.", "broken"]
    #expect(summary(line) == complaint)
    #expect(summary(line + "\r\n\r\n") == complaint)
    let most = "G / HTTP/1.1\r\na: " + String(repeating: "x", count: 979) + "\r\n\r\n"
    #expect(most.utf8.count == 1_000)
    #expect(summary(most).count == 1)
  }

  @Test func `the lines of a chunked body have a limit`() {
    let start = "G / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    let endless = summary(start + "1;" + String(repeating: "x", count: 1_000))
    #expect(
      endless.suffix(2) == ["! A line of a chunked body is longer than 1000 octets.", "broken"])
    let many = summary(start + "0\r\n" + String(repeating: "a: b\r\n", count: 200))
    #expect(
      many.suffix(2) == ["! The lines of a chunked body are longer than 1000 octets.", "broken"])
  }

  @Test func `a long head in small pieces is read in linear time`() {
    var reader = RequestReader(headLimit: 8 << 20, bodyLimit: 0)
    let piece = [UInt8](repeating: 0x78, count: 64)
    unsafe Array("G / HTTP/1.1\r\na: ".utf8).withUnsafeBytes { unsafe reader.feed($0) }
    let time = threadTime {
      for _ in 0..<(4 << 20) / 64 {
        unsafe piece.withUnsafeBytes { unsafe reader.feed($0) }
        #expect(reader.next() == nil)
      }
    }
    // 65,536 looks at 2 MB each would take far longer than a minute.
    #expect(time < 30e9)
    unsafe Array("\r\n\r\n".utf8).withUnsafeBytes { unsafe reader.feed($0) }
    guard case .head(let head) = reader.next() else {
      Issue.record("no head")
      return
    }
    #expect(head.request.fields.first("a")?.count == 4 << 20)
  }
}
