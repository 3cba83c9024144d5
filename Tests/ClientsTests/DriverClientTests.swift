// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Transcripts
import Foundation
import TestThreads
import Testing

/// The messages to drivers, and the outcomes of their answers, wrong ones included
/// (docs/driver-protocol.md).
@Suite(.onOwnThreads) struct DriverClientTests {
  @Test func aProperDriverIsHeard() {
    let play = DriverPlay(ShellDriver.program())
    #expect(
      play.client.identity
        == ClientIdentity(name: "shell", version: "1", abilities: ["basic", "ask"]))
    for _ in 0..<3 {
      #expect(
        play.request()
          == .response(
            ClientResponse(status: 200, fields: FieldSection([("X-A", "b")]), body: "hello")))
      #expect(play.client.change(ClientSession()) == nil)
      #expect(play.client.close() == nil)
    }
  }

  @Test func aRefusalIsUnsupported() {
    let refusal = #"answer '"unsupported":"this"'"#
    #expect(DriverPlay(ShellDriver.program(open: refusal)).request() == .unsupported("this"))
    #expect(DriverPlay(ShellDriver.program(request: refusal)).request() == .unsupported("this"))
  }

  @Test func anErrorHasItsKind() {
    let error = #"answer '"error":{"kind":"redirects","message":"too many"}'"#
    #expect(
      DriverPlay(ShellDriver.program(request: error)).request()
        == .failure(ClientFailure(kind: .redirects, message: "too many")))
  }

  /// What a driver does in place of an answer, and what is said about it.
  static let faults: [(script: String, complaint: String)] = [
    (
      "echo nonsense",
      "shell: it wrote a line that is not JSON (no value begins like this): nonsense"
    ),
    ("echo '{\"id\":'", "not JSON (the document ends too early)"),
    ("echo '[1]'", "it wrote a line that is not a JSON object: [1]"),
    ("echo '{\"status\":200}'", "it wrote a line without an id that is a number: {\"status\":200}"),
    ("echo '{\"id\":999,\"status\":200}'", "it answered the id 999, which waits for no answer"),
    ("answer '\"ok\":true'", "needs a status, an error or unsupported"),
    ("answer '\"status\":-1'", "needs a status, an error or unsupported"),
    ("answer '\"status\":200,\"body\":\"?\"'", "a body must be base64 with padding, or null"),
    ("answer '\"status\":200,\"headers\":[\"a\"]'", "headers must be a list of [name, value]"),
    ("answer '\"status\":200,\"headers\":[[\"a\",\"\\u0100\"]]'", "texts of Latin-1"),
    ("answer '\"error\":{\"kind\":\"bad\"}'", "an error's kind must be one of authentication, "),
    ("answer '\"unsupported\":7'", "unsupported must be a text"),
    (
      "echo sorry >&2; exit 7",
      "shell exited with status 7 before it had answered; standard error ended with:\nsorry"
    ),
    ("exit 0", "shell exited with status 0 before it had answered"),
    ("printf '{\"id'; exit 1", "before it had answered in the middle of a line: {\"id"),
    ("head -c 16000001 /dev/zero | tr '\\0' a", "it wrote a line of more than 16 MB"),
    ("head -c 16000001 /dev/zero | tr '\\0' a; echo", "it wrote a line of more than 16 MB"),
    ("sleep 1000 & exit 3", "shell exited with status 3 before it had answered"),
    (
      "echo '{\"ask\":\"credentials\",\"ask_id\":1}'",
      "a question needs ask_id, and for: a request that runs"
    ),
    (
      "echo \"{\\\"ask\\\":\\\"time\\\",\\\"ask_id\\\":1,\\\"for\\\":$id}\"",
      "it asks for neither credentials nor trust"
    ),
    (
      "echo \"{\\\"ask\\\":\\\"credentials\\\",\\\"ask_id\\\":1,\\\"for\\\":$id}\"",
      "needs a target: origin or proxy"
    ),
  ]

  @Test(arguments: faults)
  func aFaultyDriverIsNamedAndTheNextCaseGetsANewOne(_ script: String, _ complaint: String) throws {
    let play = DriverPlay(ShellDriver.program(request: script))
    for _ in 0..<2 {
      let fault = try #require(play.request().fault)
      #expect(fault.hasPrefix("shell"))
      #expect(fault.contains(complaint), "\(fault)")
      #expect(play.client.close() == nil)
    }
  }

  @Test func aSignalAndASanitizersReportAreCrashes() throws {
    let killed = DriverPlay(ShellDriver.program(request: "echo oh >&2; kill -SEGV $$")).request()
    #expect(
      killed.crash == "shell was ended by SIGSEGV (signal 11); standard error ended with:\noh")
    let report = "SUMMARY: AddressSanitizer: heap-use-after-free x.c:3 in f"
    let play = DriverPlay(ShellDriver.program(request: "echo '\(report)' >&2; exit 1"))
    #expect(try #require(play.request().crash).hasPrefix("shell: \(report)"))
  }

  @Test func silenceIsAHangAndTheNextCaseGetsANewOne() throws {
    let mark = NSTemporaryDirectory() + "authspec-test-\(UUID().uuidString)"
    let play = DriverPlay(
      ShellDriver.program(request: "echo thinking >&2; touch \(mark); sleep 1000"))
    for _ in 0..<2 {
      let outcome = play.request { FileManager.default.fileExists(atPath: mark) }
      #expect(outcome == .hung("thinking"))
      try FileManager.default.removeItem(atPath: mark)
    }
  }

  @Test func whatGoesWrongOutsideOfARequestIsTold() throws {
    var program = ShellDriver.program(open: "echo nonsense")
    #expect(try #require(DriverPlay(program).request().fault).contains("not JSON"))
    program = ShellDriver.program(open: "answer '\"ok\":1'")
    #expect(
      try #require(DriverPlay(program).request().fault).contains(
        "the answer to open must be ok: true"))
    program = ShellDriver.program(open: "kill -ABRT $$")
    #expect(DriverPlay(program).request().crash != nil)
    program = ShellDriver.program(open: "sleep 1000")
    program.start = 3000
    #expect(
      DriverPlay(program).client.open(ClientSession()) == .hung("no answer to open within 3000 ms"))
    program = ShellDriver.program(close: "exit 4")
    let play = DriverPlay(program)
    #expect(play.request().status == 200)
    #expect(play.client.close() == .faulty("shell exited with status 4 before it had answered"))
  }

  @Test func anEndBetweenTwoCasesIsToldToTheNext() throws {
    let play = DriverPlay(ShellDriver.program(close: "answer '\"ok\":true'; kill -SEGV $$"))
    #expect(play.request().status == 200)
    #expect(play.client.close() == nil)
    while play.loop.watchedCount > 0 {
      play.loop.turn(until: Instant.now.advanced(byMilliseconds: 20))
    }
    #expect(play.request().crash != nil)
    #expect(play.request().status == 200)
  }

  @Test func aDriverThatDoesNotSayHelloIsAFault() throws {
    func fault(_ program: ClientProgram) -> String? {
      if case .faulty(let reason)? = DriverPlay(program).client.start() { reason } else { nil }
    }
    #expect(
      fault(ClientProgram(name: "mine", words: ["./no-such-driver"]))
        == "mine: './no-such-driver' cannot be started: there is no such program")
    #expect(
      fault(ClientProgram(name: "mine", words: ["/etc/passwd"]))
        == "mine: '/etc/passwd' cannot be started: it may not be executed")
    #expect(
      try #require(fault(ClientProgram(name: "mine", words: ["true"]))).contains(
        "exited with status 0"))
    #expect(
      try #require(fault(ShellDriver.program(hello: "answer '\"client\":\"x\"'"))).contains(
        "the answer to hello needs client, version and can"))
    #expect(
      try #require(
        fault(
          ShellDriver.program(
            hello: "answer '\"client\":\"x\",\"version\":\"1\",\"can\":[\"fly\"]'"))
      )
      .contains("\"fly\" in can is no ability"))
  }

  @Test func vainStartsComeToAnEnd() {
    let play = DriverPlay(ClientProgram(name: "mine", words: ["false"]))
    for _ in 0..<10 { #expect(play.request().fault?.contains("exited with status 1") == true) }
  }

  @Test func questionsAreAnswered() {
    let ask = #"""
      echo "{\"ask\":\"credentials\",\"ask_id\":9,\"for\":$id,\"target\":\"origin\",\"url\":\"http://a/\",\"scheme\":\"Basic\",\"realm\":\"caf\u00e9\",\"scope\":\"read write\",\"failures\":1}"
      read -r reply
      case $reply in *'"ask_id":9'*'"user":"alice"'*'"password":"p"'*) answer '"status":200' ;;
      *'"answer":"cancel"'*) answer '"status":401' ;; esac
      """#
    let play = DriverPlay(ShellDriver.program(request: ask))
    #expect(play.request().status == 401)
    play.answer = .credentials(ClientCredentials(target: .origin, user: "alice", password: "p"))
    #expect(play.request().status == 200)
    let question = CredentialsQuestion(
      request: 0, target: .origin, url: "http://a/", scheme: "basic",
      realm: Octets([0x63, 0x61, 0x66, 0xE9] as [UInt8]), scope: "read write", failures: 1)
    #expect(play.questions == [question, question])
  }

  /// What the client does not tell is null, and no mistake; what it tells must be of the right
  /// kind.
  @Test func questionsMayLeaveThingsOpen() {
    func questions(_ details: String) -> (questions: [CredentialsQuestion], fault: String?) {
      let ask =
        #"echo "{\"ask\":\"credentials\",\"ask_id\":9,\"for\":$id,\"target\":\"proxy\"\(details)}"; read -r reply; answer '"status":401'"#
        .replacing(#"\(details)"#, with: details.replacing("\"", with: "\\\""))
      let play = DriverPlay(ShellDriver.program(request: ask))
      let outcome = play.request()
      return (play.questions, outcome.fault)
    }
    let open = CredentialsQuestion(request: 0, target: .proxy, url: nil, failures: nil)
    #expect(questions("").questions == [open])
    #expect(
      questions(#","url":null,"scheme":null,"realm":null,"failures":null"#).questions == [open])
    for (details, words) in [
      (#","url":7"#, "the url of a question must be a text, or null"),
      (#","failures":"one""#, "failures of a question must be a number from 0, or null"),
      (#","failures":-1"#, "failures of a question must be a number from 0, or null"),
    ] {
      let wrong = questions(details)
      #expect(wrong.questions == [])
      #expect(wrong.fault?.contains(words) ?? false, "\(wrong.fault ?? "")")
    }
  }

  @Test func answersComeInAnyOrder() {
    let program = ShellDriver.program(
      request:
        #"if [ -z "$first" ]; then first=$id; else answer '"status":202'; id=$first; answer '"status":201'; first=; fi"#
    )
    let play = DriverPlay(program)
    #expect(play.client.open(ClientSession()) == nil)
    for number in 0..<2 { play.client.start(ClientRequest(url: "http://a/"), number: number) }
    #expect(play.outcome(of: 1).status == 202)
    #expect(play.outcome(of: 0).status == 201)
  }

  @Test func aDriverIsToldEverythingOnce() throws {
    let echo =
      #"body=$(printf '%s' "$line" | base64 -w0); answer "\"status\":200,\"body\":\"$body\"""#
    let play = DriverPlay(
      ShellDriver.program(
        open: "opened=$line; answer '\"ok\":true'", change: "opened=$line; answer '\"ok\":true'",
        request: #"case $line in *again*) line=$opened ;; esac; "# + echo))
    var session = ClientSession()
    session.credentials = [
      ClientCredentials(
        target: .origin, url: "http://a", realm: Octets([0xE9] as [UInt8]), user: "ü", password: "p"
      )
    ]
    session.netrc = "machine a"
    #expect(play.client.open(session) == nil)
    play.client.start(
      ClientRequest(
        method: "POST", url: "http://a/?x",
        lines: FieldSection([("A", Octets([0xE9] as [UInt8]))]).map { $0 },
        body: "", isStream: true), number: 0)
    #expect(
      play.outcome(of: 0).body
        == #"{"op":"request","id":3,"method":"POST","url":"http://a/?x","headers":[["A","é"]],"body":"","stream":true}"#
        .utf8Latin1)
    play.client.start(ClientRequest(url: "again"), number: 1)
    let opened = try #require(play.outcome(of: 1).body)
    #expect(
      opened.contains(
        #""credentials":[{"target":"origin","url":"http://a","realm":"é","scheme":null,"user":"ü","password":"p","domain":null,"token":null}],"preemptive":false"#
          .utf8Latin1))
    session.redirects = 0
    #expect(play.client.change(session) == nil)
    play.client.start(ClientRequest(url: "again"), number: 2)
    #expect(play.outcome(of: 2).body == #"{"op":"change","id":5,"session":{"redirects":0}}"#)
    session.tls = ClientTLS(caFile: "/ca")
    session.tls?.certificates = [
      ClientCertificate(target: .origin, url: "https://a", certificate: "", key: "", file: "/c")
    ]
    #expect(play.client.change(session) == nil)
    session.tls?.certificates = []
    #expect(play.client.change(session) == nil)
    play.client.start(ClientRequest(url: "again"), number: 3)
    #expect(
      play.outcome(of: 3).body
        == #"{"op":"change","id":8,"session":{"client_certificate":null,"client_certificates":[]}}"#
    )
    session.credentials[0].password = Octets([0xFF] as [UInt8])
    #expect(play.client.change(session) == .unsupported("a login that is not UTF-8"))
  }

  @Test func atTheEndOfItsInputADriverIsLeftInPeaceForAWhile() throws {
    let path = "/tmp/authspec-test-\(Instant.now.nanoseconds)"
    do {
      #expect(DriverPlay(ShellDriver.program(atEnd: "echo bye > \(path)")).request().status == 200)
    }
    #expect(try Shell.output("cat \(path); rm \(path)") == "bye\n")
  }
}

extension String {
  /// The text's UTF-8 octets, each as a character.
  fileprivate var utf8Latin1: String { Octets(self).latin1 }
}
