// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Playing
import Judging
import Scenarios
import Transcripts
@testable import Platform
@testable import Reporting
import Foundation
import Testing

@Suite("A served case")
struct ServingTests {
  private static func session() -> ClientSession {
    var session = ClientSession()
    session.credentials = [
      ClientCredentials(
        target: .origin, url: "http://127.0.0.1:4012", user: "al'ice", password: "open sesame")
    ]
    return session
  }

  private static func step(
    _ session: ClientSession = session(), index: Int = 0, request: ClientRequest? = nil
  ) -> ServedStep {
    ServedStep(
      index: index, title: "first contact", session: session, hasNewSession: true, restarts: false,
      timeout: nil, answers: nil,
      requests: [request ?? ClientRequest(url: "http://127.0.0.1:4012/report")], until: nil)
  }

  private static func curl(_ request: ClientRequest, _ session: ClientSession) -> String? {
    CurlCommand(request, session, asks: false)?.line
  }

  // MARK: curl

  @Test("A request is a command line of curl")
  func curl() {
    let url = "http://127.0.0.1:4012/a?b"
    #expect(
      Self.curl(ClientRequest(url: url), Self.session())
        == "curl -i --anyauth -u 'al'\\''ice:open sesame' -L '\(url)'")
    var session = Self.session()
    session.schemes = ["digest"]
    session.proxy = "http://127.0.0.2:1"
    session.tunnel = true
    session.redirects = 0
    session.cookies = true
    session.resolve = [ClientSession.Name(host: "one.test", port: "80", place: "127.0.0.1:4012")]
    session.credentials.append(
      ClientCredentials(target: .proxy, url: session.proxy, user: "bob", password: "p"))
    session.tls = ClientTLS(caFile: "/ca.pem")
    let request = ClientRequest(
      method: "PUT", url: url,
      lines: [FieldSection.Line(name: "X-Empty", value: "")], body: "text")
    #expect(
      Self.curl(request, session)
        == "curl -i -x http://127.0.0.2:1 -p --proxy-digest -U bob:p --digest "
        + "-u 'al'\\''ice:open sesame' -b '' --connect-to one.test:80:127.0.0.1:4012 "
        + "--cacert /ca.pem -X PUT -H 'X-Empty;' --data-binary text '\(url)'")
  }

  @Test("What curl has no option for is no command line of it")
  func noCurl() {
    let request = ClientRequest(url: "http://127.0.0.1:4012/")
    #expect(CurlCommand(request, Self.session(), asks: true) == nil)
    #expect(
      Self.curl(ClientRequest(method: "POST", url: "http://x/", body: "b", isStream: true), .init())
        == nil)
    for user: Octets in ["a:b", "a\u{1}b", Octets([0xFF])] {
      var session = ClientSession()
      session.credentials = [ClientCredentials(target: .origin, user: user, password: "p")]
      #expect(Self.curl(request, session) == nil)
    }
    // A login for another server is not sent to this one.
    #expect(
      Self.curl(ClientRequest(url: "http://127.0.0.2:1/"), Self.session())
        == "curl -i -L http://127.0.0.2:1/")
  }

  // MARK: What to type

  @Test("The instructions have all that a client is configured with")
  func instructions() {
    var session = Self.session()
    session.proxy = "http://127.0.0.2:1"
    session.redirects = 0
    session.netrc = "machine a\nlogin b\n"
    session.tls = ClientTLS(caFile: "/tmp/ca.pem")
    let rows = ServedInstructions(Self.step(session)).client
    for (label, text) in [
      ("proxy", "http://127.0.0.2:1"), ("user", "al'ice"), ("password", "open sesame"),
      ("netrc", "machine a"), ("CA file", "/tmp/ca.pem"), ("redirects", "do not follow any"),
    ] {
      #expect(rows.contains { $0.label == label && $0.text == text }, "\(label)")
    }
    var later = Self.step(session, index: 1)
    later.hasNewSession = false
    #expect(ServedInstructions(later).client == [])
    #expect(!ServedInstructions(later).requests.contains { $0.label == "as curl" })
    #expect(ServedInstructions(later).heading(of: 2) == "Step 2 of 2: first contact")
  }

  // MARK: What is shown

  private static func state(
    _ exchange: Recording.Exchange, isOver: Bool = false, verdict: Verdict = .fail
  ) -> ServedState {
    let played = Sample.played("basic/plain")
    let descriptor = CheckDescriptor(
      id: "1.origin.exchanges", kind: .exchanges, title: "The login is <b>right</b>", level: .must,
      requirements: ["R083"], step: 0)
    var finding = Finding(expected: "a & b", observed: "\u{1B}[31m<script>")
    finding.deviation = .neverSent
    let check = Check(descriptor, verdict, verdict == .pass ? nil : finding)
    let result = CaseResult(
      index: 0, played: played, verdict: verdict, checks: [check], play: Sample.play([exchange]))
    return ServedState(
      task: step(), stepCount: 1, result: result, isOver: isOver, asides: 0,
      elapsed: 2_000_000_000)
  }

  private static let hostile: Octets = "Basic \u{1B}]0;x\u{7}<img src=x onerror=alert(1)>"

  @Test("Nothing that a client sends is markup of the page")
  func page() {
    let state = Self.state(Sample.exchange(Self.hostile, status: 401), isOver: true)
    let html = ServePage(state, version: 3).html
    for part in ["<img", "\u{1B}", "<script>alert", "<b>right"] { #expect(!html.contains(part)) }
    #expect(html.contains("&lt;img src=x onerror=alert(1)&gt;"))
    #expect(html.contains("data-version=\"3\""))
    #expect(html.contains("a &amp; b"))
    for part in ["src=\"http", "url(", "@import"] { #expect(!html.contains(part)) }
  }

  @Test("The policy names the script that stands in the page")
  func policy() throws {
    let html = ServePage(Self.state(Sample.exchange(nil, status: 401)), version: 1).html
    let script = try #require(
      html.firstRange(of: "<script>").flatMap { start in
        html[start.upperBound...].firstRange(of: "</script>").map {
          html[start.upperBound..<$0.lowerBound]
        }
      })
    let hex = HashFunction.sha256.hex(of: Octets(String(script))).description
    let base64 = try #require(
      ServePage.policy.firstMatch(of: /sha256-([^']+)'/).flatMap {
        Data(base64Encoded: String($0.1))
      })
    #expect(base64.map { String(format: "%02x", $0) }.joined() == hex)
  }

  private static func text(_ states: [ServedState], end: ServedState) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "authspec-serving-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let report = ServeReport(
      output: DescriptorWriter(descriptor: handle.fileDescriptor), options: TerminalOptions(),
      context: ReportContext(), page: "http://127.0.0.1:1/", takesLines: true)
    report.begin(Sample.played("basic/plain"), servers: [])
    for state in states { report.update(state) }
    report.end(end)
    try handle.close()
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("An open check is not shown before the end, and each exchange once")
  func terminal() throws {
    let exchange = Sample.exchange(Self.hostile, status: 401)
    let open = Self.state(exchange)
    #expect(open.settled.isEmpty)
    let text = try Self.text([open, open], end: Self.state(exchange, isOver: true))
    #expect(!text.contains("\u{1B}"))
    let before = try #require(text.firstRange(of: "fail     The login is"))
    #expect(text[..<before.lowerBound].contains("→  GET /report"))
    #expect(text[..<before.lowerBound].ranges(of: "GET /report").count == 1)
    #expect(text.contains("expected  a & b"))
    #expect(text.contains("observed  \\x1b[31m<script>"))
    #expect(text.hasSuffix("1 check: 1 failed\n"))
  }

  @Test("A case that passes ends with a line about it")
  func passed() throws {
    let exchange = Sample.exchange(nil, status: 401)
    let state = Self.state(exchange, verdict: .pass)
    #expect(state.isStepComplete)
    let text = try Self.text([state], end: Self.state(exchange, isOver: true, verdict: .pass))
    #expect(text.contains("This step has all that it expects. Enter for the judgement."))
    #expect(text.hasSuffix("\npass     basic/plain\n1 check: 1 passed\n"), "\(text)")
  }
}
