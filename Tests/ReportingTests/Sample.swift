// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ReferenceClient
import Reporting
@testable import Scenarios
import Transcripts
import Foundation

/// Results made by hand, one of each kind.
enum Sample {
  static let place = SourceLocation(line: 12, column: 3)

  static func played(
    _ id: String, title: String = "A stale nonce is renewed", level: Level = .must,
    coordinates: [Case.Coordinate] = []
  ) -> Case {
    var scenario = Scenario(id: id, file: "Scenarios/\(id).yaml", title: title, level: level)
    scenario.requirements = ["R083"]
    return Case(
      scenario: scenario, coordinates: coordinates,
      servers: [
        ServerDefinition(
          name: "origin", kind: .origin, location: SourceLocation(line: 1, column: 1))
      ],
      client: ClientSettings(),
      steps: [
        Step(
          title: "first contact", requests: [RequestDefinition(path: "/report")], location: place)
      ], location: SourceLocation(line: 3, column: 1))
  }

  static func exchange(
    _ credentials: Octets?, status: Int, challenge: Octets? = nil, at time: Int64 = 1_000_000
  ) -> Recording.Exchange {
    var fields = FieldSection()
    fields.append("Host", "127.0.0.1:4012")
    if let credentials { fields.append("Authorization", credentials) }
    var exchange = Recording.Exchange(
      server: 0, connection: 0, step: 0,
      request: RequestHead(method: "GET", target: "/report", fields: fields), received: time)
    var head = ResponseHead(status: status)
    if let challenge { head.fields.append("WWW-Authenticate", challenge) }
    exchange.reply = Reply(content: .response(Reply.Response(head: head, body: "no")))
    exchange.replied = time + 200_000
    return exchange
  }

  static func play(_ exchanges: [Recording.Exchange]? = nil, ending: ClientOutcome? = nil)
    -> Transcript
  {
    var recording = Recording()
    recording.servers = [
      Recording.Server(
        configuration: ServerConfiguration(name: "origin", kind: .origin, host: 1, backEnd: .wire),
        address: "127.0.0.1", port: 4012)
    ]
    recording.connections = [Recording.Connection(server: 0, opened: 500_000)]
    recording.exchanges =
      exchanges ?? [
        exchange(nil, status: 401, challenge: #"Digest realm="vault", nonce="n-1", qop="auth""#),
        exchange(
          #"Digest username="alice", realm="vault", nonce="n-1", uri="/x", nc=00000002, response="6629""#,
          status: 200, at: 2_000_000),
      ]
    let request = ClientRequest(url: "http://127.0.0.1:4012/report")
    return Transcript(
      recording: recording,
      steps: [
        StepOutcome(requests: [
          RequestOutcome(
            request: request, outcome: ending ?? .response(ClientResponse(status: 200)))
        ])
      ], client: client, duration: 47_000_000)
  }

  static let client = ClientIdentity(
    name: "libcurl", version: "libcurl/7.88.1 OpenSSL/3.0.17", abilities: ["digest"])

  static func descriptor(
    _ id: String = "1.origin.2.nc", _ title: String = "The nonce count starts at 00000001",
    level: Level = .must
  ) -> CheckDescriptor {
    CheckDescriptor(
      id: id, kind: .exchanges, title: title, level: level, requirements: ["R083"], step: 0,
      location: place)
  }

  static let finding = Finding(
    expected: "nc=00000001", observed: "nc=00000002",
    diagnosis: "the client counts requests, not uses of the nonce", exchange: 1)

  static func result(
    _ index: Int, _ id: String, _ verdict: Verdict, finding: Finding? = Sample.finding,
    level: Level = .must, play: Transcript? = Sample.play(), reason: String? = nil
  ) -> CaseResult {
    let isGood = verdict == .pass || verdict == .skipped
    let checks =
      play == nil
      ? []
      : [
        Check(descriptor("1.origin.exchanges", "The exchanges are these", level: level), .pass),
        Check(descriptor(level: level), verdict, isGood ? nil : finding),
      ]
    return CaseResult(
      index: index, played: played(id, level: level), verdict: verdict, checks: checks,
      play: play, reason: reason)
  }

  /// One of each kind, in two topics and in none.
  static func all() -> [CaseResult] {
    var expected = result(8, "digest/known", .fail)
    expected.expected = ["1.origin.2.nc": "curl#1234: counts across nonces"]
    var mended = result(9, "digest/mended", .pass)
    mended.unexpectedPasses = ["1.origin.2.nc": "curl#99: fixed, it seems"]
    return [
      result(0, "basic/pass", .pass), result(1, "basic/note", .note, level: .note),
      result(2, "basic/skipped", .skipped, play: nil, reason: "the client does not claim bearer"),
      result(3, "basic/warn", .warn, level: .should),
      result(
        4, "digest/open", .inconclusive,
        finding: Finding(expected: "a request to other", observed: "other was never asked")),
      result(5, "digest/fail", .fail),
      result(6, "digest/late", .timeout, play: play(ending: .hung())),
      result(7, "digest/gone", .crash, play: play(ending: .crashed("signal 11"))), expected, mended,
      result(10, "digest/fault", .error, play: nil, reason: "no port is free"),
      result(11, "top", .pass),
    ]
  }

  static func header(cases: Int) -> RunHeader {
    RunHeader(
      version: "0.1.0", client: client, cases: cases, seed: 7, jobs: 2, started: 1_767_268_800)
  }

  static func summary(_ results: [CaseResult]) -> RunSummary {
    var summary = RunSummary()
    for result in results {
      summary.counts[result.verdict, default: 0] += 1
      summary.checks += result.checks.count
      if result.isExpectedFailure { summary.expectedFailures += 1 }
      if result.isUnexpectedlyBad { summary.unexpected += 1 }
      if !result.unexpectedPasses.isEmpty { summary.unexpectedPasses += 1 }
    }
    summary.planned = results.count
    summary.duration = 1_420_000_000
    return summary
  }

  static func feed(
    _ recorder: any Reporter, _ results: [CaseResult], change: (inout RunSummary) -> Void = { _ in }
  ) {
    recorder.record(.runStarted(header(cases: results.count)))
    for result in results { recorder.record(.caseFinished(result)) }
    var summary = summary(results)
    change(&summary)
    recorder.record(.runFinished(summary))
  }

  static func requirement(
    _ id: String, _ level: Level, _ source: String, _ text: String,
    basis: Requirement.Basis? = nil, duty: Requirement.Duty = .client
  ) -> Requirement {
    var requirement = Requirement(location: place)
    requirement.id = id
    requirement.level = level
    requirement.source = source
    requirement.basis = basis
    requirement.duty = duty
    requirement.text = text
    return requirement
  }

  static var context: ReportContext {
    let requirement = requirement(
      "R083", .must, "RFC 7616 3.4", "The nc value is the count of requests sent with this nonce.")
    var context = ReportContext(requirements: ["R083": requirement])
    context.options = [CommandOption("seed", value: "7", place: 3).text]
    context.folder = "Scenarios"
    return context
  }
}

/// A folder for one test, gone afterwards.
final class Scratch {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "authspec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }
}
