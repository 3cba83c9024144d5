// SPDX-License-Identifier: Apache-2.0

import TranscriptEditing
import HTTPAuth
import Judging
import Playing
import ReferenceClient
import ScenarioFiles
import Scenarios
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import Testing

@Suite("Recordings")
struct RecordingTests {
  static let scenario = """
    title: A login gets through
    level: must
    matrix: { way: [a, b] }
    accounts:
      alice: { password: open sesame }
    client:
      credentials: [alice]
    challenges:
      first: { scheme: Basic, realm: vault }
    steps:
      - title: "a request, the ${way} way"
        request: { path: /report }
        origin:
          - { protect: first }
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
    """

  /// A play with one of everything in it.
  static func play() -> Transcript {
    let every = Octets((0...255).map { UInt8($0) })
    var play = EditableTranscript(Sample.play())
    play.fault = nil
    play.client.wrongClaims = [
      UnsupportedCapability(ability: "digest", reason: "it does not “answer”")
    ]
    var other = play.recording.servers[0]
    other.configuration = ServerConfiguration(
      name: "proxy", kind: .proxy, host: 2, backEnd: .microhttpd, isHTTP10: true)
    play.recording.servers.append(other)
    play.recording.servers.append(
      Recording.Server(
        configuration: ServerConfiguration(
          name: "six", kind: .origin, host: 3, isIPv6: true, portGroup: 1, hostName: "six.test",
          backEnd: .wire, tls: .usual), address: "::1", port: 4012))
    var tunnel = Recording.Connection(server: 0, tunnelledThrough: 0, opened: 7)
    tunnel.closed = 9
    tunnel.end = .reset
    play.recording.connections.append(tunnel)
    var handshake = TLSHandshake(step: 0, certificate: "old")
    play.recording.handshakes[0] = handshake
    handshake.end = .failed
    handshake.version = "1.3"
    handshake.cipher = "TLS_AES_256_GCM_SHA384"
    handshake.serverName = "one.test"
    handshake.protocol = "http/1.1"
    handshake.isResumed = true
    handshake.clientCertificates = ["card", "root"]
    handshake.alert = TLSAlert(rawValue: 45)
    handshake.hasCloseNotify = true
    handshake.lacksClosure = true
    handshake.failure = "GNUTLS_E_DECRYPTION_FAILED"
    play.recording.handshakes[1] = handshake
    func add(_ content: Reply.Content, _ afterwards: ConnectionFate) {
      var exchange = Sample.exchange(every, status: 200)
      exchange.rawHead = every
      exchange.body = every
      exchange.isComplete = false
      exchange.forwardedFrom = 0
      exchange.reply = Reply(
        content: content, afterwards: afterwards, interim: [ResponseHead(status: 103)],
        isEarly: true, octetsAwaited: 7, trickle: Trickle(octets: 1, milliseconds: 2))
      exchange.replied = nil
      play.recording.exchanges.append(exchange)
    }
    var trailers = FieldSection()
    trailers.append("X", every)
    let head = ResponseHead(version: "HTTP/1.0", status: 299, reason: every, fields: trailers)
    add(.response(.init(head: head, body: every, framing: .chunked(trailers: trailers))), .close)
    add(.response(.init(head: head, framing: .chunked(trailers: FieldSection()))), .closeSilently)
    add(.response(.init(head: head, framing: .untilClose)), .reset)
    add(.raw(every), .stall)
    add(.nothing, .keep)
    add(.response(.init(head: head)), .truncate)
    add(.tunnel(to: 0, fields: trailers), .keep)
    let acts: [Reply.WebSocket.Act] = [
      .send(every), .close(code: nil), .close(code: 1000), .await(.message), .await(.pong),
    ]
    add(.webSocket(Reply.WebSocket(head: head, acts: acts)), .keep)
    play.recording.webSockets[1] = WebSocketInput(octets: every, early: 3)
    play.recording.webSockets[2] = WebSocketInput()
    add(.streamEnd(StreamEnd(.goAway, .http11Required)), .keep)
    play.recording.exchanges[2].stream = 5
    play.recording.exchanges[3].reply = nil
    func find(_ outcome: NegotiateFinding.Outcome, of place: Int) {
      var finding = NegotiateFinding(outcome: outcome, token: .ntlm(message: 1))
      finding.principal = every
      finding.isMutual = true
      finding.isDelegated = true
      finding.bindings = .wrong
      let message = Octets(Array("NTLMSSP\0".utf8) + [1, 0, 0, 0])
      play.recording.exchanges[place].request.fields.append(
        "Proxy-Authorization", Octets(Array("Negotiate ".utf8) + message.base64))
      play.recording.exchanges[place].negotiation = finding
    }
    find(.established, of: 2)
    find(.continues, of: 3)
    find(.failed(GSSFailure(reason: .expired, major: 1, minor: 2, words: "“old”")), of: 4)
    play.recording.oddities = [
      Recording.Oddity(server: 0, connection: 1, step: 0, complaint: "odd", octets: every, time: 3)
    ]
    let request = ClientRequest(
      method: "PUT", url: "http://x/", lines: trailers.map { $0 }, body: every, isStream: true,
      isChunked: true, isWebSocket: true)
    let outcomes: [ClientOutcome] = [
      .response(ClientResponse(status: 200, fields: trailers, body: every)),
      .failure(ClientFailure(kind: .protocol, message: "no")), .unsupported("cannot"), .hung(),
      .hung("last words"), .faulty("no JSON"),
      .response(ClientResponse(status: nil, body: nil)),
      .response(ClientResponse(status: 101, messages: [every, ""])),
      .crashed("signal 11"),
    ]
    let question = CredentialsQuestion(
      request: 0, target: .proxy, url: "http://p/", scheme: "digest", realm: every, failures: 2)
    play.steps = [
      StepOutcome(
        requests: outcomes.map { RequestOutcome(request: request, outcome: $0) },
        questions: [
          AnsweredQuestion(question: question, answer: .cancel),
          AnsweredQuestion(
            question: question,
            answer: .credentials(
              ClientCredentials(
                target: .origin, url: "u", realm: "r", scheme: "basic", user: every,
                password: every, token: every))),
        ])
    ]
    return play.transcript
  }

  private func recorded(_ play: Transcript, in scratch: Scratch) throws -> String {
    // The recorded servers are those of the case.
    let others = play.recording.servers.dropFirst().map { "\($0.configuration.name): {}" }
    let text =
      RecordingTests.scenario
      + (others.isEmpty ? "" : "\nservers: { \(others.joined(separator: ", ")) }")
    let loaded = ScenarioLoader.load(
      text: Array(text.utf8), id: "basic/x", file: "Scenarios/basic/x.yaml")
    #expect(loaded.diagnostics.isEmpty)
    let played = try #require(loaded.cases.last)
    let writer = try RecordingWriter(folder: scratch.path + "/records") { _ in
      Array(text.utf8)
    }
    let result = CaseResult(index: 0, played: played, verdict: .fail, checks: [], play: play)
    Sample.feed(writer, [result])
    #expect(writer.failure == nil)
    return scratch.path + "/records/basic__x%5bway=b%5d.json"
  }

  @Test("A recording is read back as it was")
  func roundTrip() throws {
    let scratch = try Scratch()
    let play = RecordingTests.play()
    let read = try RecordedPlay(file: recorded(play, in: scratch))
    #expect(read.played.id == "basic/x[way=b]")
    #expect(read.verdict == .fail)
    #expect(read.recorded == 1_767_268_800)
    #expect(read.play.client == play.client)
    #expect(read.play.duration == play.duration)
    #expect(read.play.steps == play.steps)
    #expect(read.play.recording == play.recording)
  }

  @Test("What was not recorded is not made up")
  func unlike() throws {
    let scratch = try Scratch()
    let play = Sample.play().changed {
      $0.fault = "no port"
      $0.unsupported = "no bearer"
    }
    let read = try RecordedPlay(file: recorded(play, in: scratch))
    #expect(read.play.fault == "no port")
    #expect(read.play.unsupported == "no bearer")
    #expect(read.play.recording != RecordingTests.play().recording)
  }

  @Test("A play judged again comes to the same result")
  func judgedAgain() throws {
    let scratch = try Scratch()
    let read = try RecordedPlay(file: recorded(Sample.play(), in: scratch))
    let first = CaseJudge.judge(CasePlan(read.played).expectations, Sample.play(), index: 0)
    let again = CaseJudge.judge(CasePlan(read.played).expectations, read.play, index: 0)
    #expect(again.verdict == first.verdict)
    #expect(again.checks.map(\.descriptor.id) == first.checks.map(\.descriptor.id))
    #expect(again.checks.map(\.verdict) == first.checks.map(\.verdict))
    #expect(again.checks.map(\.finding) == first.checks.map(\.finding))
    #expect(first.verdict == .fail)
  }

  @Test(
    "What is no recording is refused with a reason",
    arguments: [
      ("\"authspecRecording\":1", "\"authspecRecording\":2", "format 2"),
      ("\"authspecRecording\":1", "\"other\":1", "not a recording"),
      ("\"port\":4012", "\"port\":70000", "'port'"),
      ("\"connection\":0", "\"connection\":8", "'exchanges'"),
      ("\"server\":0", "\"server\":-1", "'server'"),
      ("\"step\":0", "\"step\":7", "'step'"),
      ("\"name\":\"origin\"", "\"name\":\"other\"", "'servers'"),
      ("\"received\":1000000", "\"received\":-1", "'received'"),
      ("\"nanoseconds\":47000000", "\"nanoseconds\":9223372036854775807", "'nanoseconds'"),
      ("way=b]\"", "way=c]\"", "'scenario'"),
      ("\"afterwards\":\"keep\"", "\"afterwards\":\"sleep\"", "'afterwards'"),
      ("}", "", "not a recording"),
      ("\"method\":\"GET\"", "\"method\":\"Ā\"", "'method'"),
    ])
  func refused(_ text: String, _ other: String, _ reason: String) throws {
    let scratch = try Scratch()
    let path = try recorded(Sample.play(), in: scratch)
    let before = try String(contentsOfFile: path, encoding: .utf8)
    #expect(before.contains(text))
    try before.replacingOccurrences(of: text, with: other)
      .write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: FileError.self) { try RecordedPlay(file: path) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }
}
